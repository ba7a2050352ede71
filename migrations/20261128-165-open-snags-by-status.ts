import { type Kysely, sql } from "kysely";

/** Waiting for the transactions of others, in which `concurrently` blocks nobody. */
const patience = "10min";

/**
 * Overdue snags of one status, as a column of the board reads them. By due date alone, those of all statuses were read
 * for the few, or none, of one.
 */
export const isOutsideTransaction = true;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select set_config('lock_timeout', ${patience}, false)`.execute(db);
  await sql`set maintenance_work_mem = '128MB'`.execute(db);
  try {
    // An interrupted build leaves an index that nothing uses and every write pays for.
    await sql`drop index concurrently if exists snags_open_by_status`.execute(db);
    await sql`
      create index concurrently snags_open_by_status on snags (status, due_date) where status <> 'closed'`.execute(
      db,
    );
  } finally {
    await sql`reset maintenance_work_mem`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index snags_open_by_status`.execute(db);
}
