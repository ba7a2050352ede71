import { type Kysely, sql } from "kysely";

/**
 * Who positioned a room, and when: named where a position that a device sends later meets a newer one. Unknown for those
 * from before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table room_positions
      add column id_user bigint,
      add column positioned_at timestamptz`.execute(db);
  await sql`
    alter table room_positions add constraint room_positions_user
      foreign key (id_user) references users (id) on delete set null not valid`.execute(db);
  await sql`create index room_positions_id_user on room_positions (id_user)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table room_positions drop column id_user, drop column positioned_at`.execute(db);
}
