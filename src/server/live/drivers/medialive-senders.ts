import type { MedialiveCalls, MedialiveOptions } from "./medialive-calls.ts";
import type { Look } from "./watch.ts";

/** Checks started channels, whose ids are mapped by our codes, and stops those without a sender: they cost money. */
export function createSenderCheck(
  { medialive, describe, request }: MedialiveCalls,
  { log, now = () => new Date(), idleMinutes }: MedialiveOptions,
  started: ReadonlyMap<string, string>,
) {
  /** Time since when channels have no sender. */
  const alone = new Map<string, number>();

  async function look(codes: readonly string[]): Promise<ReadonlyMap<string, Look>> {
    const looks = new Map<string, Look>();
    for (const code of codes) {
      const id = started.get(code);
      if (id === undefined) continue;
      const is = await stateOf(code, id);
      looks.set(code, { is, viewers: 0, signal: null });
    }
    return looks;
  }

  /** A running channel that reports an input alert has no sender. */
  async function stateOf(code: string, id: string): Promise<Look["is"]> {
    const { state } = await describe(id);
    if (state === "RUNNING") {
      const { alerts } = await medialive<{ alerts?: readonly { alertType?: string }[] }>(
        "GET",
        `/prod/channels/${id}/alerts?stateFilter=SET`,
      );
      const isAlone = (alerts ?? []).some(({ alertType = "" }) => /input|video/i.test(alertType));
      if (!isAlone) {
        alone.delete(code);
        return "on";
      }
      const since = alone.get(code) ?? now().getTime();
      alone.set(code, since);
      if (now().getTime() - since < idleMinutes * 60_000) return "off";
      log.warn({ code }, "live: stopped a channel without an encoder to save costs");
      await request("PUT-stop", id);
      return "failed";
    }
    return state === "STARTING" || state === "RECOVERING" || state === "UPDATING" ? "off" : "failed";
  }

  return { look, forget: (code: string) => void alone.delete(code) };
}
