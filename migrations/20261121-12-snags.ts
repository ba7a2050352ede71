import { type Kysely, sql } from "kysely";

/**
 * What a snag keeps of its place before that is gone: names, and where the room stood on a plan. All of it at once, and
 * not when the whole project goes: a row that is changed twice is asked again for everything that it refers to.
 */
const keep = (place: string) => `
  update snags s set id_room = null, room_name = coalesce(r.name, s.room_name), id_sheet = coalesce(s.id_sheet, t.id_sheet),
    x = coalesce(s.x, t.x), y = coalesce(s.y, t.y) ${place}
  and n.id = s.id and exists (select from projects p where p.id = s.id_project)`;
const now =
  "from snags n left join rooms r on r.id = n.id_room left join room_positions t on t.id_room = n.id_room";
const keepers = [
  ["visits", keep(`, id_visit = null, visit_name = old.name ${now} where s.id_visit = old.id`)],
  ["rooms", keep(`${now} where s.id_room = old.id`)],
  [
    "sheets",
    `update snags s set id_sheet = null, x = null, y = null
     where s.id_sheet = old.id and exists (select from projects p where p.id = s.id_project)`,
  ],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  // Numbers are given once: what is deleted leaves a gap.
  await sql`alter table projects add column snag_count integer not null default 0`.execute(db);
  await sql`
    create table snags (
      id bigint generated always as identity primary key,
      guid uuid not null unique default gen_random_uuid(),
      id_project bigint not null references projects (id) on delete cascade,
      number integer not null,
      -- null for one that was pinned on a plan alone
      id_visit bigint references visits (id) on delete set null,
      id_room bigint references rooms (id) on delete set null,
      -- how they were called when they were removed: a snag outlives its place and still tells where it was
      visit_name text not null default '',
      room_name text not null default '',
      title text not null check (title <> ''),
      text text not null default '',
      status text not null default 'open' check (status in ('open', 'in_work', 'ready', 'closed', 'disputed')),
      priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'critical')),
      trade text not null default '',
      id_assignee bigint references users (id) on delete set null,
      -- a day by the calendar of the site
      due_date date,
      yaw double precision check (yaw between -180 and 180),
      pitch double precision check (pitch between -90 and 90),
      fov double precision check (fov > 0 and fov < 180),
      id_sheet bigint references sheets (id) on delete set null,
      -- 0..1 from the plan's upper left corner; null where the room's own place on a plan counts
      x double precision check (x between 0 and 1),
      y double precision check (y between 0 and 1),
      id_user bigint references users (id) on delete set null,
      -- raised by every change
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      closed_at timestamptz,
      -- days before (-1) and after (1) the due date that somebody was reminded of, for this due date
      reminded integer[] not null default '{}',
      unique (id_project, number),
      check ((yaw is null) = (pitch is null)),
      check ((x is null) = (y is null) and (x is null) = (id_sheet is null))
    )`.execute(db);
  await sql`create index snags_visit on snags (id_visit)`.execute(db);
  await sql`create index snags_room on snags (id_room)`.execute(db);
  await sql`create index snags_sheet on snags (id_sheet)`.execute(db);
  await sql`create index snags_assignee on snags (id_assignee, id_project)`.execute(db);
  await sql`create index snags_author on snags (id_user)`.execute(db);
  await sql`create index snags_due on snags (due_date) where due_date is not null and status <> 'closed'`.execute(
    db,
  );
  await sql`
    create table snag_photos (
      id bigint generated always as identity primary key,
      -- the name that it goes by on the wire
      filename text not null unique,
      -- null while its snag is being written
      id_snag bigint references snags (id) on delete cascade,
      id_project bigint not null references projects (id) on delete cascade,
      id_visit bigint references visits (id) on delete set null,
      id_user bigint references users (id) on delete set null,
      kind text not null check (kind in ('before', 'after')),
      -- keys in the object store
      image text not null,
      thumbnail text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index snag_photos_snag on snag_photos (id_snag, id)`.execute(db);
  await sql`create index snag_photos_waiting on snag_photos (created_at) where id_snag is null`.execute(db);
  await sql`create index snag_photos_image on snag_photos (image)`.execute(db);
  await sql`create index snag_photos_thumbnail on snag_photos (thumbnail)`.execute(db);
  await sql`
    create table snag_comments (
      id bigint generated always as identity primary key,
      id_snag bigint not null references snags (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      text text not null check (text <> ''),
      -- of a comment that came with a BCF file
      guid uuid not null unique default gen_random_uuid(),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index snag_comments_snag on snag_comments (id_snag, id)`.execute(db);
  await sql`
    create table snag_steps (
      id bigint generated always as identity primary key,
      id_snag bigint not null references snags (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      action text not null,
      -- [{field, from, to}], as they are told to people
      changes jsonb not null default '[]',
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index snag_steps_snag on snag_steps (id_snag, id desc)`.execute(db);
  for (const [table, remember] of keepers) {
    await sql
      .raw(
        `create function snags_outlive_${table}() returns trigger language plpgsql as $$
         begin ${remember}; return old; end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger snags_outlive before delete on ${table} for each row
         execute function snags_outlive_${table}()`,
      )
      .execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [table] of keepers) {
    await sql.raw(`drop trigger snags_outlive on ${table}`).execute(db);
    await sql.raw(`drop function snags_outlive_${table}()`).execute(db);
  }
  await sql`drop table snag_steps, snag_comments, snag_photos, snags`.execute(db);
  await sql`alter table projects drop column snag_count`.execute(db);
}
