import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // A spot is what rooms of several visits show: bound rooms share one. A visit shows a spot once.
  await sql`
    create table spots (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade
    )`.execute(db);
  await sql`create index spots_project on spots (id_project)`.execute(db);
  await sql`alter table rooms add column id_spot bigint references spots (id) on delete set null`.execute(db);
  await sql`create unique index rooms_spot on rooms (id_spot, id_visit) where id_spot is not null`.execute(
    db,
  );
  // What somebody has said: no room of that visit shows what this one shows, however near one stands.
  await sql`
    create table spot_denials (
      id_room bigint not null references rooms (id) on delete cascade,
      id_visit bigint not null references visits (id) on delete cascade,
      primary key (id_room, id_visit)
    )`.execute(db);
  await sql`create index spot_denials_visit on spot_denials (id_visit)`.execute(db);
  await sql`alter table hotspots add column version integer not null default 1`.execute(db);
  await sql`
    create table room_infos (
      id bigint generated always as identity primary key,
      id_room bigint not null references rooms (id) on delete cascade,
      kind text not null check (kind in ('text', 'photo', 'video', 'web')),
      yaw double precision not null check (yaw between -180 and 180),
      pitch double precision not null check (pitch between -90 and 90),
      label text not null check (label <> ''),
      text text not null default '',
      url text not null default '',
      -- key in the object store of its own photo or video
      media text,
      id_user bigint references users (id) on delete set null,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index room_infos_room on room_infos (id_room, id)`.execute(db);
  await sql`create index room_infos_media on room_infos (media) where media is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table room_infos`.execute(db);
  await sql`alter table hotspots drop column version`.execute(db);
  await sql`alter table rooms drop column id_spot`.execute(db);
  await sql`drop table spot_denials`.execute(db);
  await sql`drop table spots`.execute(db);
}
