import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visits (
      id bigint generated always as identity primary key,
      -- opens the visit to whoever has the link: random, never counted up
      code text not null unique,
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      name text not null check (name <> ''),
      description text not null default '',
      visit_date timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index visits_project on visits (id_project, visit_date desc) where deleted_at is null`.execute(
    db,
  );
  await sql`
    create table visit_stars (
      id_user bigint not null references users (id) on delete cascade,
      id_visit bigint not null references visits (id) on delete cascade,
      primary key (id_user, id_visit)
    )`.execute(db);
  await sql`
    create table rooms (
      id bigint generated always as identity primary key,
      id_visit bigint not null references visits (id) on delete cascade,
      name text not null check (name <> ''),
      position integer not null,
      -- yaw, in degrees, at which north lies in the picture
      north double precision not null default 0 check (north between -180 and 180),
      file_name text not null default '',
      picture_sha256 text not null references pictures (sha256),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index rooms_visit on rooms (id_visit, position, id)`.execute(db);
  await sql`create index rooms_picture on rooms (picture_sha256)`.execute(db);
  await sql`
    create table hotspots (
      id bigint generated always as identity primary key,
      id_room bigint not null references rooms (id) on delete cascade,
      id_target_room bigint not null references rooms (id) on delete cascade,
      yaw double precision not null check (yaw between -180 and 180),
      pitch double precision not null check (pitch between -90 and 90),
      label text not null default ''
    )`.execute(db);
  await sql`create index hotspots_room on hotspots (id_room)`.execute(db);
  await sql`create index hotspots_target on hotspots (id_target_room)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table hotspots, rooms, visit_stars, visits`.execute(db);
}
