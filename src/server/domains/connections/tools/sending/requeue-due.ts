import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { askBoards, hearNews, sendCards } from "../tools.jobs.ts";
import "../tables.ts";

interface Due {
  readonly cards: boolean;
  readonly news: boolean;
  readonly boards: boolean;
}

/** Wakes the jobs that have due work: postponed items, and those left by a dead worker. */
export function createRequeueDue({
  db,
  clock,
  jobs,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, "send">;
}) {
  return async function wake(): Promise<void> {
    const now = clock.now();
    const { rows } = await sql<Due>`
      select
        exists (select from snag_links where next_try_at <= ${now} and unlinked_at is null) as cards,
        exists (select from tool_inbox where done_at is null) as news,
        exists (select from project_tools where id_connection is not null
          and (next_poll_at is null or next_poll_at <= ${now})) as boards`.execute(db);
    const [due] = rows;
    await db.transaction().execute(async (trx) => {
      if (due?.cards === true) await jobs.send(trx, sendCards, {}, { key: "due" });
      if (due?.news === true) await jobs.send(trx, hearNews, {}, { key: "due" });
      if (due?.boards === true) await jobs.send(trx, askBoards, {}, { key: "due" });
    });
  };
}
