import { type Kysely, sql } from "kysely";

/** Waiting for the transactions of others, in which `concurrently` blocks nobody. */
const patience = "10min";

/** By name, with the order of a list: of snags exactly as in `snagOrder`. */
const indexes = [
  ["visits_newest", "visits (visit_date desc, id desc) where deleted_at is null"],
  ["snags_by_due", "snags (due_date, id desc)"],
  ["snags_by_update", "snags (updated_at desc, id desc)"],
  [
    "snags_by_priority",
    "snags (array_position(array['critical', 'high', 'normal', 'low'], priority), due_date, id desc)",
  ],
  [
    "snags_by_status",
    "snags (array_position(array['open', 'disputed', 'in_work', 'ready', 'closed'], status), id desc)",
  ],
] as const;

/** Pages of all visits and snags in each order, without sorting them all. Built while others write. */
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
  } finally {
    await sql`reset maintenance_work_mem`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index visits_newest, snags_by_due, snags_by_update, snags_by_priority, snags_by_status`.execute(
    db,
  );
}
