import { type Kysely, sql } from "kysely";

/** Uploads in parts that become a photo of a snag or of the site diary, beside rooms and videos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column is_attachment boolean not null default false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from uploads where is_attachment`.execute(db);
  await sql`alter table uploads drop column is_attachment`.execute(db);
}
