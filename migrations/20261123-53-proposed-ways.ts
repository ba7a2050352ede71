import { type Kysely, sql } from "kysely";

/** Ways that the product proposes after an upload, and what keeps them from coming back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table hotspots
      -- proposed: replaced when the rooms or their places change; a person's way never is
      add column is_proposed boolean not null default false`.execute(db);
  // A person removed or redirected the way between these two rooms: it is not proposed again.
  await sql`
    create table way_denials (
      id_room bigint not null references rooms (id) on delete cascade,
      id_target_room bigint not null references rooms (id) on delete cascade,
      primary key (id_room, id_target_room)
    )`.execute(db);
  await sql`create index way_denials_target on way_denials (id_target_room)`.execute(db);
  // A person put the rooms in order: from then on this order counts, not the time of capture.
  await sql`alter table visits add column is_order_set boolean not null default false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visits drop column is_order_set`.execute(db);
  await sql`drop table way_denials`.execute(db);
  await sql`alter table hotspots drop column is_proposed`.execute(db);
}
