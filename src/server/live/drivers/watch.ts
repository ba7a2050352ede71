import type { ChannelState } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Log } from "#server/platform/log.ts";
import type { LiveEvent, LiveSignal, LiveStatus } from "../engine.ts";

/** State that a service reports for one started channel. */
export interface Look {
  /**
   * `on`: pictures arrive. `quiet`: its sender is connected and sends nothing. `off`: there is no sender. `failed`: the
   * service gave up.
   */
  readonly is: "on" | "quiet" | "off" | "failed";
  readonly viewers: number;
  readonly signal: LiveSignal | null;
}

export interface WatchOptions {
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds between two polls. */
  readonly every: number;
  /** Polls all started channels, by their codes; one that is omitted has not changed. */
  readonly look: (codes: readonly string[]) => Promise<ReadonlyMap<string, Look>>;
}

interface Watched {
  state: ChannelState;
  since: Date;
  viewers: number;
  signal: LiveSignal | null;
}

/**
 * Follows channels of an external service by polling. When the service does not answer, the last known state stays
 * until the next poll.
 */
export function createWatch({ log, now, every, look }: WatchOptions) {
  const watched = new Map<string, Watched>();
  const listeners: ((event: LiveEvent) => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const become = (code: string, channel: Watched, state: ChannelState, at = now()) => {
    if (channel.state === state) return;
    channel.state = state;
    channel.since = at;
    for (const listener of listeners) listener({ kind: "state", code, state, at });
  };

  async function lookAtAll(): Promise<void> {
    const looks = await look([...watched.keys()]);
    for (const [code, seen] of looks) {
      const channel = watched.get(code);
      // Stopped during the poll.
      if (channel === undefined) continue;
      channel.viewers = seen.viewers;
      channel.signal = seen.signal;
      become(code, channel, nextState(channel, seen, now()));
    }
  }

  const again = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (watched.size === 0) return;
      looking = lookAtAll()
        .catch((error: unknown) => log.warn({ error }, "live: the streaming service did not respond"))
        .finally(() => again());
    }, every);
    timer.unref();
  };

  return {
    /** Watches a channel from now on; the state of one that is watched already stays. */
    add(code: string): void {
      if (!watched.has(code))
        watched.set(code, { state: "starting", since: now(), viewers: 0, signal: null });
      again();
    },
    remove(code: string): void {
      watched.delete(code);
    },
    has: (code: string) => watched.has(code),
    status(code: string): LiveStatus | null {
      const channel = watched.get(code);
      return channel === undefined ? null : { ...channel };
    },
    onEvent: (listener: (event: LiveEvent) => void) => void listeners.push(listener),
    async close(): Promise<void> {
      watched.clear();
      clearTimeout(timer);
      await looking;
    },
  };
}

export type Watch = ReturnType<typeof createWatch>;

const onAir: readonly ChannelState[] = ["live", "stale", "interrupted"];

/** A lost sender has a grace period; after it the channel waits as for the first one. */
export function nextState(
  { state, since }: Pick<Watched, "state" | "since">,
  { is }: Pick<Look, "is">,
  now: Date,
): ChannelState {
  if (is === "on") return "live";
  if (is === "failed") return "failed";
  if (!onAir.includes(state)) return "starting";
  if (is === "quiet") return "stale";
  if (state !== "interrupted") return "interrupted";
  return now.getTime() - since.getTime() < limits.live.grace ? "interrupted" : "starting";
}
