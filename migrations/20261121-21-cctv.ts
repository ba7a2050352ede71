import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cameras (
      id bigint generated always as identity primary key,
      code text not null unique,
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      name text not null check (name <> ''),
      description text not null default '',
      location text not null default '',
      kind text not null check (kind in ('hls', 'rtsp')),
      -- address, user name and password as JSON, sealed with the installation's key
      source text not null,
      metadata jsonb not null default '{}',
      is_public boolean not null default false,
      is_protected boolean not null default false,
      protection_hash text,
      -- key in the object store
      thumbnail text,
      state text not null default 'unknown' check (state in ('unknown', 'up', 'down', 'refused')),
      problem text,
      checked_at timestamptz,
      last_seen_at timestamptz,
      missed integer not null default 0,
      alert_after integer not null default 3 check (alert_after > 0),
      -- whether its project was told that it is gone
      is_alerted boolean not null default false,
      -- when stills are kept; null: never
      schedule jsonb,
      next_still_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (not is_protected or protection_hash is not null)
    )`.execute(db);
  await sql`create index cameras_project on cameras (id_project, name)`.execute(db);
  await sql`create index cameras_user on cameras (id_user)`.execute(db);
  await sql`create index cameras_thumbnail on cameras (thumbnail)`.execute(db);
  await sql`create index cameras_due on cameras (next_still_at) where next_still_at is not null`.execute(db);
  await sql
    .raw(
      `call search_attach('camera', 'cameras', project => '$.id_project', location => '$.location', live => 'true')`,
    )
    .execute(db);
  await sql`
    create table camera_stars (
      id_user bigint not null references users (id) on delete cascade,
      id_camera bigint not null references cameras (id) on delete cascade,
      primary key (id_user, id_camera)
    )`.execute(db);
  await sql`create index camera_stars_camera on camera_stars (id_camera)`.execute(db);
  // Checks by hour: what one hour adds up to is all that is asked of them later.
  await sql`
    create table camera_hours (
      id_camera bigint not null references cameras (id) on delete cascade,
      hour timestamptz not null,
      checks integer not null default 0,
      up integer not null default 0,
      primary key (id_camera, hour)
    )`.execute(db);
  await sql`
    create table camera_stills (
      id bigint generated always as identity primary key,
      id_camera bigint not null references cameras (id) on delete cascade,
      taken_at timestamptz not null,
      -- keys in the object store
      image text not null,
      thumbnail text not null,
      bytes bigint not null,
      unique (id_camera, taken_at)
    )`.execute(db);
  await sql`create index camera_stills_image on camera_stills (image)`.execute(db);
  await sql`create index camera_stills_thumbnail on camera_stills (thumbnail)`.execute(db);
  await sql`
    create table camera_timelapses (
      id bigint generated always as identity primary key,
      id_camera bigint not null references cameras (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      from_at timestamptz not null,
      to_at timestamptz not null,
      fps integer not null,
      has_stamp boolean not null,
      language text not null default 'en',
      state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'failed')),
      progress double precision not null default 0,
      problem text,
      frames integer not null default 0,
      seconds double precision not null default 0,
      bytes bigint not null default 0,
      -- keys in the object store
      film text,
      poster text,
      created_at timestamptz not null default now(),
      check (from_at < to_at)
    )`.execute(db);
  await sql`create index camera_timelapses_camera on camera_timelapses (id_camera, id desc)`.execute(db);
  await sql`create index camera_timelapses_user on camera_timelapses (id_user)`.execute(db);
  await sql`create index camera_timelapses_film on camera_timelapses (film)`.execute(db);
  await sql`create index camera_timelapses_poster on camera_timelapses (poster)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from search_items where kind = 'camera'`.execute(db);
  await sql`drop table camera_timelapses, camera_stills, camera_hours, camera_stars, cameras`.execute(db);
  await sql`drop function search_follow_camera()`.execute(db);
}
