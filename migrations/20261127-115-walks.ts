import { type Kysely, sql } from "kysely";

/** Walk videos of visits, their floor plan placements, and uploads in parts that become one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table walks (
      id bigint generated always as identity primary key,
      id_visit bigint not null references visits (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      file_name text not null,
      bytes bigint not null check (bytes > 0),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      kind text not null default 'video' check (kind in ('video', 'photos')),
      -- ids of rooms of the visit in order of the walk, for one of photos
      photos jsonb not null default '[]',
      -- key in the object store; null once the video was removed, and for photos
      film text,
      width int not null,
      height int not null,
      seconds float8 not null check (seconds > 0),
      state text not null default 'reading'
        check (state in ('reading', 'stopped', 'failed', 'ready', 'making', 'made')),
      problem text,
      -- pieces of the video that were read, and key of the reader's state after them
      pieces int not null default 0,
      reader text,
      path jsonb,
      placement jsonb not null default '{"taps": []}',
      version int not null default 1,
      keeps_film boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- the same video sent to a visit again is the same walk, and so are the same photos
      unique (id_visit, sha256)
    )`.execute(db);
  await sql`
    create table walk_pieces (
      id_walk bigint not null references walks (id) on delete cascade,
      piece int not null check (piece >= 0),
      -- key in the object store of a column of small pictures, one for each second
      preview text not null,
      primary key (id_walk, piece)
    )`.execute(db);
  await sql`
    create table walk_rooms (
      id_walk bigint not null references walks (id) on delete cascade,
      picture int not null check (picture >= 0),
      at_second float8 not null check (at_second >= 0),
      name text not null,
      id_sheet bigint not null references sheets (id) on delete cascade,
      x float8 not null check (x between 0 and 1),
      y float8 not null check (y between 0 and 1),
      -- direction of the picture's centre, degrees clockwise from the floor plan's upper edge
      heading float8 not null check (heading between -180 and 180),
      id_room bigint references rooms (id) on delete set null,
      is_made boolean not null default false,
      primary key (id_walk, picture)
    )`.execute(db);
  for (const column of ["id_user", "film", "reader"])
    await sql`create index ${sql.ref(`walks_${column}`)} on walks (${sql.ref(column)})`.execute(db);
  await sql`create index walk_pieces_preview on walk_pieces (preview)`.execute(db);
  for (const column of ["id_sheet", "id_room"])
    await sql`create index ${sql.ref(`walk_rooms_${column}`)} on walk_rooms (${sql.ref(column)})`.execute(db);
  await sql`
    alter table uploads
      add column is_walk boolean not null default false,
      add column id_walk bigint`.execute(db);
  await sql`
    alter table uploads add constraint uploads_walk
      foreign key (id_walk) references walks (id) on delete set null not valid`.execute(db);
  await sql`create index uploads_id_walk on uploads (id_walk)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from uploads where is_walk`.execute(db);
  await sql`alter table uploads drop column id_walk, drop column is_walk`.execute(db);
  await sql`drop table walk_rooms, walk_pieces, walks`.execute(db);
}
