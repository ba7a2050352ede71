import { type Kysely, sql } from "kysely";

/** Tells a north that a person set to 0 from one that is not known: the camera wrote none and nobody set one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rooms add column is_north_set boolean not null default false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rooms drop column is_north_set`.execute(db);
}
