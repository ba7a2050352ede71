import type { ArmedChannel, LiveEvent, LiveStatus } from "./engine.ts";
import type { ChannelBeat, FromWorker } from "./messages.ts";

/** Last reported states of the channels that this process carries. */
export function createChannelStates(graceMs: number, emit: (event: LiveEvent) => void) {
  const armed = new Map<string, ArmedChannel>();
  const states = new Map<string, Pick<LiveStatus, "state" | "since">>();
  const beats = new Map<string, ChannelBeat>();
  /** Channels whose sender was lost with the process; after the usual grace period they wait for one like any other. */
  const held = new Map<string, NodeJS.Timeout>();

  function hold(code: string): void {
    const timer = setTimeout(() => {
      held.delete(code);
      become(code, "starting", Date.now());
    }, graceMs);
    timer.unref();
    clearTimeout(held.get(code));
    held.set(code, timer);
    become(code, "interrupted", Date.now());
  }

  function release(code: string): void {
    clearTimeout(held.get(code));
    held.delete(code);
  }

  function become(code: string, state: LiveStatus["state"], at: number): void {
    if (states.get(code)?.state === state) return;
    const since = new Date(at);
    if (armed.has(code)) states.set(code, { state, since });
    else states.delete(code);
    emit({ kind: "state", code, state, at: since });
  }

  function facts(code: string): Pick<LiveStatus, "viewers" | "signal"> {
    const beat = beats.get(code);
    return { viewers: beat?.viewers ?? 0, signal: beat?.signal ?? null };
  }

  return {
    armed,
    states,
    beats,
    held,
    hold,
    release,
    become,
    /** Handles a state reported by the process. `isElsewhere`: another process of this machine has the port. */
    hear({ code, state, at }: Extract<FromWorker, { kind: "state" }>, isElsewhere: boolean): void {
      // A channel that waits here also waits there, and is reported there.
      if (state === "starting" && isElsewhere) return;
      // A freshly started process waits for senders; for viewers the broadcast is interrupted.
      if (state === "starting" && held.has(code)) return;
      release(code);
      become(code, state, at);
    },
    /** Channels that are on air, or were until just now. */
    carried: () =>
      [...states].flatMap(([code, known]) =>
        known.state === "live" || known.state === "stale" || known.state === "interrupted"
          ? [{ code, ...known, ...facts(code) }]
          : [],
      ),
    status(code: string): LiveStatus | null {
      const known = states.get(code);
      return known === undefined ? null : { ...known, ...facts(code) };
    },
  };
}
