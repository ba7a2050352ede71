import { type Kysely, sql } from "kysely";

/**
 * The words of what is written are looked up one by one. How many a row has the planner does not know: it took 1650, and
 * read the whole list of words for each of them, 9 ms of a write that takes 1.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const way of ["enable_hashjoin", "enable_mergejoin", "enable_seqscan"])
    await sql`alter function search_note_words() set ${sql.raw(way)} = off`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter function search_note_words() reset all`.execute(db);
}
