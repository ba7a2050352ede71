import { type Kysely, sql } from "kysely";

/** Photos of a project that are not 360 photos, and uploads in parts that become one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photos (
      id bigint generated always as identity primary key,
      -- chosen by the client, so that a photo added twice is one
      guid uuid not null default gen_random_uuid() unique,
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      caption text not null default '',
      file_name text not null,
      bytes bigint not null check (bytes > 0),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      -- keys in the object store
      original text not null,
      image text not null,
      thumbnail text not null,
      taken_at timestamptz not null,
      taken_from text not null check (taken_from in ('camera', 'clock', 'upload', 'user')),
      id_visit bigint references visits (id) on delete set null,
      id_room bigint references rooms (id) on delete set null,
      -- no position without a floor plan, whatever x and y hold
      id_sheet bigint references sheets (id) on delete set null,
      x float8 check (x between 0 and 1),
      y float8 check (y between 0 and 1),
      -- degrees clockwise from north
      heading float8 check (heading between -180 and 180),
      -- as the camera wrote them, and what a user said to it
      latitude float8 check (latitude between -90 and 90),
      longitude float8 check (longitude between -180 and 180),
      accuracy float8,
      file_heading float8 check (file_heading between -180 and 180),
      answer text check (answer in ('accepted', 'ignored')),
      -- when the project was notified of it
      announced_at timestamptz,
      version int not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      check ((x is null) = (y is null)),
      check ((latitude is null) = (longitude is null))
    )`.execute(db);
  await sql`create index photos_project on photos (id_project, taken_at desc, id desc)`.execute(db);
  for (const column of ["id_user", "id_visit", "id_room", "id_sheet", "original", "image", "thumbnail"])
    await sql`create index ${sql.ref(`photos_${column}`)} on photos (${sql.ref(column)})`.execute(db);
  await sql`create index photos_binned on photos (deleted_at) where deleted_at is not null`.execute(db);
  await sql`create index photos_news on photos (id_project, id_user) where announced_at is null`.execute(db);
  await sql`
    alter table uploads
      add column is_photo boolean not null default false,
      add column id_photo bigint`.execute(db);
  await sql`
    alter table uploads add constraint uploads_photo
      foreign key (id_photo) references photos (id) on delete set null not valid`.execute(db);
  await sql`create index uploads_id_photo on uploads (id_photo)`.execute(db);
  await sql`alter table search_items drop constraint search_items_kind_check`.execute(db);
  await sql`
    alter table search_items add constraint search_items_kind_check
      check (kind in ('project', 'visit', 'video', 'camera', 'snag', 'diary', 'photo')) not valid`.execute(
    db,
  );
  await sql.raw(grant("when 'photo' then 'visits.view'")).execute(db);
  await sql
    .raw(
      `call search_attach('photo', 'photos', project => '$.id_project', location => '''''::text',
        live => '$.deleted_at is null',
        fields => 'case when $.caption = '''' then $.file_name else left($.caption, 120) end, to_char($.taken_at, ''YYYY-MM-DD''),
          $.caption || '' '' || $.file_name')`,
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function search_follow_photo() cascade`.execute(db);
  await sql.raw(grant("")).execute(db);
  await sql`delete from search_items where kind = 'photo'`.execute(db);
  await sql`alter table search_items drop constraint search_items_kind_check`.execute(db);
  await sql`
    alter table search_items add constraint search_items_kind_check
      check (kind in ('project', 'visit', 'video', 'camera', 'snag', 'diary')) not valid`.execute(db);
  await sql`delete from uploads where is_photo`.execute(db);
  await sql`alter table uploads drop column id_photo, drop column is_photo`.execute(db);
  await sql`drop table photos`.execute(db);
}

/** The grant needed to find an item of that kind: users who see the visits of a project see its photos. */
const grant = (photo: string) => `
  create or replace function search_grant(kind text) returns text language sql immutable parallel safe as $$
    select case kind when 'project' then 'project.view' when 'diary' then 'snags.view' ${photo} else kind || 's.view' end
  $$`;
