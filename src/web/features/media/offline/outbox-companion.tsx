import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenAllTexts } from "#web/lib/language.ts";
import { useCompanion } from "#web/lib/use-companion.ts";

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

async function loadOutbox() {
  const outbox = await import("#web/shell/outbox/outbox.ts");
  // It says what was sent, with texts that a first screen begins without.
  await whenAllTexts();
  return outbox;
}

/**
 * Mounted on every screen: loads the outbox when the page is idle, before it can be needed without a connection, and
 * reloads what shows the records that were sent.
 */
export function OutboxCompanion() {
  const client = useQueryClient();
  const outbox = useCompanion(loadOutbox);
  useEffect(() => {
    if (outbox === undefined) return undefined;
    const { lastSent, watchOutbox } = outbox;
    const stops = [
      watchOutbox(),
      lastSent.subscribe(() => {
        const kind = lastSent.get()?.kind ?? "";
        for (const [start, queryKey] of shownBy)
          if (kind.startsWith(start)) void client.invalidateQueries({ queryKey });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, outbox]);
  return null;
}
