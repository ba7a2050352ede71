import { type Kysely, sql } from "kysely";

/** Waiting for the transactions of others, in which `concurrently` blocks nobody. */
const patience = "10min";

/** By name, with the order of a list exactly as in `snagOrder`. */
const indexes = [
  ["snags_open_by_due", "snags (due_date, id desc) where status <> 'closed'"],
  [
    "snags_open_by_priority",
    "snags (array_position(array['critical', 'high', 'normal', 'low'], priority), due_date, id desc) where status <> 'closed'",
  ],
] as const;

/**
 * Lists of open snags by due date and by priority. After years nearly all of the first in these orders are closed: they
 * were walked until a page was full.
 */
export const isOutsideTransaction = true;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select set_config('lock_timeout', ${patience}, false)`.execute(db);
  await sql`set maintenance_work_mem = '128MB'`.execute(db);
  try {
    for (const [name, definition] of indexes) {
      // An interrupted build leaves an index that nothing uses and every write pays for.
      await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
      await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(definition)}`.execute(db);
    }
    // The first of these orders its rows, too.
    await sql`drop index concurrently if exists snags_due`.execute(db);
  } finally {
    await sql`reset maintenance_work_mem`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index snags_due on snags (due_date) where due_date is not null and status <> 'closed'`.execute(
    db,
  );
  await sql`drop index snags_open_by_due, snags_open_by_priority`.execute(db);
}
