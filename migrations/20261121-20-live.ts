import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table live_channels (
      id bigint generated always as identity primary key,
      -- its public name, medialive_channel_id on the wire
      code text not null unique,
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      name text not null check (name <> ''),
      description text not null default '',
      driver text not null check (driver in ('own', 'mediamtx', 'medialive')),
      -- what the driver has to remember: ids of what it made elsewhere, written as soon as each is known
      driver_data jsonb not null default '{}',
      -- SHA-256 of the stream key, and its last letters
      key_hash bytea not null unique,
      key_hint text not null,
      is_public boolean not null default false,
      is_protected boolean not null default false,
      password_hash text,
      record boolean not null default false,
      is_360 boolean not null default true,
      -- somebody started it: its sender is let in
      is_armed boolean not null default false,
      state text not null default 'idle'
        check (state in ('idle', 'starting', 'live', 'stale', 'interrupted', 'failed')),
      state_at timestamptz not null default now(),
      problem text,
      -- who started it last
      id_operator bigint references users (id) on delete set null,
      -- when pictures last came: a sender who is back soon goes on with the same broadcast
      on_air_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (not is_protected or password_hash is not null)
    )`.execute(db);
  await sql`create index live_channels_project on live_channels (id_project, id desc)`.execute(db);
  await sql`create index live_channels_user on live_channels (id_user)`.execute(db);
  await sql`create index live_channels_operator on live_channels (id_operator)`.execute(db);
  await sql`create index live_channels_armed on live_channels (id) where is_armed`.execute(db);
  await sql`
    create table live_recordings (
      id bigint generated always as identity primary key,
      id_channel bigint not null references live_channels (id) on delete cascade,
      -- folder of its segments, below the data folder's own
      folder text not null unique,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      seconds double precision not null default 0,
      bytes bigint not null default 0,
      width integer not null default 0,
      height integer not null default 0,
      -- key in the object store, once it is one file
      object_key text,
      id_video bigint references videos (id) on delete set null
    )`.execute(db);
  await sql`create index live_recordings_channel on live_recordings (id_channel, id desc)`.execute(db);
  await sql`create index live_recordings_video on live_recordings (id_video)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table live_recordings, live_channels`.execute(db);
}
