import { type Kysely, sql } from "kysely";

/** Where a picture was taken, and uploads that come in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table pictures
      -- degrees and metres, as the camera wrote them; null when it did not
      add column latitude double precision check (latitude between -90 and 90),
      add column longitude double precision check (longitude between -180 and 180),
      add column altitude double precision,
      add constraint pictures_place_whole check ((latitude is null) = (longitude is null))`.execute(db);
  await sql`
    create table uploads (
      id uuid primary key,
      id_user bigint not null references users (id) on delete cascade,
      id_visit bigint not null references visits (id) on delete cascade,
      file_name text not null,
      bytes bigint not null check (bytes > 0),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- when it became a room or was refused for what it holds: its file is gone then
      settled_at timestamptz,
      id_room bigint references rooms (id) on delete set null,
      -- code of the refusal
      problem text,
      -- one process at a time writes to it; whoever waits says so
      held_by uuid,
      held_until timestamptz,
      is_wanted boolean not null default false,
      check (settled_at is not null or (id_room is null and problem is null))
    )`.execute(db);
  await sql`create index uploads_user on uploads (id_user) where settled_at is null`.execute(db);
  await sql`create index uploads_expiry on uploads (expires_at)`.execute(db);
  await sql`create index uploads_visit on uploads (id_visit)`.execute(db);
  await sql`create index uploads_room on uploads (id_room)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table uploads`.execute(db);
  await sql`alter table pictures drop column altitude, drop column longitude, drop column latitude`.execute(
    db,
  );
}
