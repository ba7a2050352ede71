import { type Kysely, sql } from "kysely";

/** Waiting for the transactions of others, in which `concurrently` blocks nobody. */
const patience = "10min";

/** By name, with the table and what the index holds. */
const indexes = [
  // Days of the activity log, and what changed since the last visit to the dashboard.
  ["activity_time", "activity (created_at, id)"],
  ["activity_action", "activity (action, id desc)"],
  // The downloads: a small part of the log. Written exactly as in `isExported`.
  [
    "activity_exported",
    "activity (id) where split_part(action, '.', 2) = any (array['exported', 'evidenced', 'made'])",
  ],
  ["sightings_kind", "sightings (kind, id desc)"],
] as const;

/** Filters of the logs by action, kind and days. Built while others write: the logs are the largest tables there are. */
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
    // `activity_time` has its entries, too.
    await sql`drop index concurrently if exists activity_created`.execute(db);
  } finally {
    await sql`reset maintenance_work_mem`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index activity_created on activity (created_at) where id_project is not null`.execute(db);
  await sql`drop index activity_time, activity_action, activity_exported, sightings_kind`.execute(db);
}
