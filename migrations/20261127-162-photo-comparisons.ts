import { type Kysely, sql } from "kysely";

/** Rooms of another visit whose photos are like that of a room, found in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_comparisons (
      id_room bigint primary key references rooms (id) on delete cascade,
      id_visit bigint not null references visits (id) on delete cascade,
      picture_sha256 text not null,
      alike jsonb not null
    )`.execute(db);
  await sql`create index photo_comparisons_visit on photo_comparisons (id_visit)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table photo_comparisons`.execute(db);
}
