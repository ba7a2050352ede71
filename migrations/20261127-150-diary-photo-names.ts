import { type Kysely, sql } from "kysely";

/** Name and size of the uploaded file of a photo in the site diary; null for photos added before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table diary_photos add column came_bytes bigint, add column came_name text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table diary_photos drop column came_bytes, drop column came_name`.execute(db);
}
