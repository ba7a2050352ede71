import { type Kysely, sql } from "kysely";

/** The site diary: an entry a day and author, its photos, and what was corrected after it was closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table diary_entries (
      id bigint generated always as identity primary key,
      guid uuid not null default gen_random_uuid() unique,
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      day date not null,
      weather jsonb not null default '{"text": "", "low": null, "high": null, "rain": null, "wind": null, "is_fetched": false}',
      people jsonb not null default '[]',
      plant jsonb not null default '[]',
      deliveries jsonb not null default '[]',
      work text not null default '',
      delays jsonb not null default '[]',
      notes text not null default '',
      snags bigint[] not null default '{}',
      visits bigint[] not null default '{}',
      version int not null default 1,
      closed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  // Of one who is gone there may be several.
  await sql`create unique index diary_entries_own on diary_entries (id_project, day, id_user)`.execute(db);
  await sql`create index diary_entries_user on diary_entries (id_user)`.execute(db);
  await sql`
    create table diary_photos (
      id bigint generated always as identity primary key,
      id_entry bigint not null references diary_entries (id) on delete cascade,
      filename text not null unique,
      image text not null,
      thumbnail text not null,
      came_sha256 text,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index diary_photos_entry on diary_photos (id_entry)`.execute(db);
  await sql`create index diary_photos_image on diary_photos (image)`.execute(db);
  await sql`create index diary_photos_thumbnail on diary_photos (thumbnail)`.execute(db);
  await sql`
    create table diary_corrections (
      id bigint generated always as identity primary key,
      id_entry bigint not null references diary_entries (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      reason text not null,
      changes jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index diary_corrections_entry on diary_corrections (id_entry)`.execute(db);
  await sql`create index diary_corrections_user on diary_corrections (id_user)`.execute(db);
  await sql`alter table search_items drop constraint search_items_kind_check`.execute(db);
  await sql`
    alter table search_items add constraint search_items_kind_check
      check (kind in ('project', 'visit', 'video', 'camera', 'snag', 'diary')) not valid`.execute(db);
  await sql.raw(grant("when 'diary' then 'snags.view'")).execute(db);
  await sql
    .raw(
      `call search_attach('diary', 'diary_entries', project => '$.id_project',
        location => 'to_char($.day, ''YYYY-MM-DD'')', live => '$.closed_at is not null',
        fields => 'btrim(to_char($.day, ''YYYY-MM-DD'') || '' '' || left($.work, 80)),
          $.id_project || ''_'' || to_char($.day, ''YYYY-MM-DD''), $.work || '' '' || $.notes')`,
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function search_follow_diary() cascade`.execute(db);
  await sql.raw(grant("")).execute(db);
  await sql`delete from search_items where kind = 'diary'`.execute(db);
  await sql`alter table search_items drop constraint search_items_kind_check`.execute(db);
  await sql`
    alter table search_items add constraint search_items_kind_check
      check (kind in ('project', 'visit', 'video', 'camera', 'snag')) not valid`.execute(db);
  await sql`drop table diary_corrections, diary_photos, diary_entries`.execute(db);
}

/** What must be held to find a thing of that kind: who sees the snags of a project reads its diary. */
const grant = (diary: string) => `
  create or replace function search_grant(kind text) returns text language sql immutable parallel safe as $$
    select case kind when 'project' then 'project.view' ${diary} else kind || 's.view' end
  $$`;
