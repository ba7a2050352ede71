import { type Kysely, sql } from "kysely";

/** Waiting for the transactions of others, in which `concurrently` blocks nobody. */
const patience = "10min";

/** Built while others write. */
export const isOutsideTransaction = true;

/** The newest visits of all projects, without sorting them all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select set_config('lock_timeout', ${patience}, false)`.execute(db);
  // An interrupted build leaves an index that nothing uses and every write pays for.
  await sql`drop index concurrently if exists visits_newest`.execute(db);
  await sql`
    create index concurrently visits_newest on visits (visit_date desc, id desc) where deleted_at is null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index visits_newest`.execute(db);
}
