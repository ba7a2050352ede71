import { sql } from "kysely";
import type { Database } from "../database.ts";

export interface StoredEvent {
  readonly id: number;
  readonly name: string;
  readonly payload: unknown;
}

/** Maximum number of rows held in memory at once. */
const PAGE = 500;

/**
 * Reads every committed event once, from the moment of `start` on, whatever the order of the commits.
 *
 * An id as cursor would lose events: ids are given when a row is written, and a transaction that wrote a small id may
 * commit after one with a greater id was read. The cursor is therefore a snapshot of the database: it reads what is
 * visible now and was not in the previous snapshot. That misses nothing, repeats nothing, and, unlike "older than the
 * oldest running transaction", does not delay everything behind one slow writer. Within one reading, rows come by id: a
 * row written after waiting for another transaction comes after it.
 */
export function createReader(db: Database) {
  let seen: string | undefined;
  /** The reading in progress; kept when it fails, so that the next call resumes it. */
  let reading: { upTo: string; afterId: number } | undefined;

  return {
    /** Sets the cursor to now. Events of transactions that are still open will be read. */
    async start(): Promise<void> {
      seen = await currentSnapshot(db);
      reading = undefined;
    },

    /** The next rows, and whether more are waiting. */
    async next(): Promise<{ rows: StoredEvent[]; more: boolean }> {
      if (seen === undefined) throw new Error("The event reader has not been started.");
      reading ??= { upTo: await currentSnapshot(db), afterId: 0 };
      const rows = await readBetween(db, seen, reading.upTo, reading.afterId);
      const last = rows.at(-1);
      if (last !== undefined && rows.length === PAGE) {
        reading.afterId = last.id;
        return { rows, more: true };
      }
      seen = reading.upTo;
      reading = undefined;
      return { rows, more: false };
    },
  };
}

async function currentSnapshot(db: Database): Promise<string> {
  const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(db);
  const now = rows[0]?.now;
  if (now === undefined) throw new Error("The database returned no snapshot.");
  return now;
}

async function readBetween(
  db: Database,
  seen: string,
  upTo: string,
  afterId: number,
): Promise<StoredEvent[]> {
  // Materialised, so that the few new rows are found by xid and the limit does not make the planner scan all ids.
  const { rows } = await sql<StoredEvent>`
    with fresh as materialized (
      select id, name, payload from events
      where xid >= pg_snapshot_xmin(${seen}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${seen}::pg_snapshot)
        and pg_visible_in_snapshot(xid, ${upTo}::pg_snapshot)
    )
    select id, name, payload from fresh where id > ${afterId} order by id limit ${PAGE}`.execute(db);
  return rows;
}
