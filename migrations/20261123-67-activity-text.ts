import { type Kysely, sql } from "kysely";

/** Waiting for the transactions of others, in which `concurrently` holds up nobody. */
const patience = "10min";

/**
 * What is searched in the activity log and in the log of views, by three letters at a time. Built beside those who
 * write: the logs are the largest tables there are.
 */
export const isOutsideTransaction = true;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select set_config('lock_timeout', ${patience}, false)`.execute(db);
  await sql`set maintenance_work_mem = '128MB'`.execute(db);
  try {
    // A killed build leaves an index that nothing uses and every write pays for.
    await sql`drop index concurrently if exists activity_text`.execute(db);
    await sql`
      create index concurrently activity_text on activity using gin
        (lower(action || e'\\n' || subject_name || e'\\n' || address) gin_trgm_ops)`.execute(db);
    await sql`drop index concurrently if exists sightings_text`.execute(db);
    await sql`
      create index concurrently sightings_text on sightings using gin
        (lower(kind || '.seen' || e'\\n' || thing_name || e'\\n' || address) gin_trgm_ops)`.execute(db);
    // How common a text is decides how it is looked for; autovacuum would count the values of a new index much later.
    await sql`analyze activity, sightings`.execute(db);
  } finally {
    await sql`reset maintenance_work_mem`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index activity_text, sightings_text`.execute(db);
}
