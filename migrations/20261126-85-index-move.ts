import { type Kysely, sql } from "kysely";

/**
 * How the playable form of a video is put together as it is read: {of, from, bytes, to}. Videos from before have a file
 * of their own, and keep it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table films add column index_move jsonb`.execute(db);
}

/** Refused while a video would have nothing to play: without a playable file of its own it needs its sizes. */
export async function down(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from films where index_move is not null and renditions = '[]'`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new Error(`${count} videos would lose their playable form: wait until their sizes exist`);
  await sql`alter table films drop column index_move`.execute(db);
}
