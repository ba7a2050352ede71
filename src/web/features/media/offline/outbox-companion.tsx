import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenAllTexts } from "#web/lib/language.ts";
import { whenIdle } from "#web/lib/when-idle.ts";

const pause = 5000;
/** Milliseconds after which a page counts as idle, whatever it does. */
const rest = 2000;
/** Queries that show what an act made, by the beginning of its kind. */
const shownBy = [
  ["snag", ["snags"]],
  ["diary", ["diary"]],
  ["photo", ["photos"]],
  ["room", ["sheets"]],
  ["room", ["visits"]],
  ["progress", ["progress"]],
  ["spot", ["coverage"]],
] as const;

/**
 * Mounted on every screen: loads the outbox when the page is idle, before it can be needed without a connection, and
 * reloads what shows the records that were sent.
 */
export function OutboxCompanion() {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop: (() => void) | null = null;
    let isGone = false;
    const load = async () => {
      try {
        const { lastSent, watchOutbox } = await import("#web/shell/outbox/outbox.ts");
        // It says what was sent, with texts that a first screen begins without.
        await whenAllTexts();
        if (isGone) return;
        const stops = [
          watchOutbox(),
          lastSent.subscribe(() => {
            const kind = lastSent.get()?.kind ?? "";
            for (const [start, queryKey] of shownBy)
              if (kind.startsWith(start)) void client.invalidateQueries({ queryKey });
          }),
        ];
        stop = () => {
          for (const one of stops) one();
        };
      } catch {
        if (!isGone) timer = setTimeout(() => void load(), pause);
      }
    };
    const cancel = whenIdle(() => void load(), rest);
    return () => {
      isGone = true;
      cancel();
      clearTimeout(timer);
      stop?.();
    };
  }, [client]);
  return null;
}
