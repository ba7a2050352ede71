import { type Kysely, sql } from "kysely";

/**
 * How the playable form of a video is put together as it is read: {of, from, bytes, to}. Videos from before have a file
 * of their own, and keep it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table films add column index_move jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table films drop column index_move`.execute(db);
}
