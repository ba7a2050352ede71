import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table snapshots (
      id bigint generated always as identity primary key,
      id_visit bigint not null references visits (id) on delete cascade,
      -- the snapshot outlives its room
      id_room bigint references rooms (id) on delete set null,
      id_user bigint references users (id) on delete set null,
      yaw double precision not null check (yaw between -180 and 180),
      pitch double precision not null check (pitch between -90 and 90),
      fov double precision not null check (fov > 0 and fov < 180),
      note text not null default '',
      drawing jsonb not null default '[]',
      -- keys in the object store
      image text not null,
      thumbnail text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index snapshots_visit on snapshots (id_visit, id desc)`.execute(db);
  await sql`create index snapshots_room on snapshots (id_room)`.execute(db);
  await sql`create index snapshots_user on snapshots (id_user, id desc)`.execute(db);
  await sql`create index snapshots_image on snapshots (image)`.execute(db);
  await sql`create index snapshots_thumbnail on snapshots (thumbnail)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table snapshots`.execute(db);
}
