import { type Kysely, sql } from "kysely";

/** Waiting for the transactions of others, in which `concurrently` blocks nobody. */
const patience = "10min";

/** By name, with the table and what the index holds. */
const indexes = [
  // A search over all projects: the texts exactly as in `snagCandidates`.
  [
    "snags_text",
    "snags using gin (lower(title || e'\\n' || text || e'\\n' || trade || e'\\n' || room_name) gin_trgm_ops)",
  ],
  ["rooms_text", "rooms using gin (lower(name) gin_trgm_ops)"],
  ["snags_number", "snags (number)"],
  // Counts of open snags over all projects, without reading the snags.
  [
    "snags_open",
    "snags (id_project) include (due_date, priority, id_assignee, id_user) where status <> 'closed'",
  ],
] as const;

/** Lists, searches and counts of snags over all projects. Built while others write. */
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
    // How common a text is decides how it is searched; autovacuum would count the values of a new index much later.
    await sql`analyze snags, rooms`.execute(db);
  } finally {
    await sql`reset maintenance_work_mem`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index snags_text, rooms_text, snags_number, snags_open`.execute(db);
}
