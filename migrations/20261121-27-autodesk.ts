import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table autodesk_accounts (
      id_user bigint primary key references users (id) on delete cascade,
      account_id text not null default '',
      account text not null default '',
      -- the refresh token and the tokens of each use, sealed together
      secrets text not null,
      -- after this the refresh token is worth nothing
      refresh_until timestamptz not null,
      connected_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table autodesk_links (
      id bigint generated always as identity primary key,
      id_project bigint not null unique references projects (id) on delete cascade,
      hub_id text not null,
      adsk_project_id text not null,
      name text not null,
      id_user bigint references users (id) on delete set null,
      folders integer not null default 0,
      items integer not null default 0,
      sheets integer not null default 0,
      linked_at timestamptz not null default now(),
      synced_at timestamptz
    )`.execute(db);
  await sql`create index autodesk_links_project on autodesk_links (adsk_project_id)`.execute(db);
  await sql`create index autodesk_links_user on autodesk_links (id_user)`.execute(db);
  await sql`
    create table autodesk_syncs (
      id bigint generated always as identity primary key,
      id_user bigint not null references users (id) on delete cascade,
      id_link bigint references autodesk_links (id) on delete cascade,
      kind text not null check (kind in ('hub', 'project', 'sheets')),
      -- the hub there, or the link
      subject_id text not null,
      name text not null default '',
      state text not null default 'waiting'
        check (state in ('waiting', 'running', 'done', 'partial', 'failed')),
      -- drawings to bring, of a sync of sheets
      wanted text[] not null default '{}',
      done integer not null default 0,
      total integer,
      linked integer not null default 0,
      warnings jsonb not null default '[]',
      failure text not null default '',
      created_at timestamptz not null default now(),
      finished_at timestamptz
    )`.execute(db);
  await sql`create index autodesk_syncs_user on autodesk_syncs (id_user, id desc)`.execute(db);
  await sql`create index autodesk_syncs_link on autodesk_syncs (id_link)`.execute(db);
  await sql`
    create unique index autodesk_syncs_running on autodesk_syncs (id_user, kind, subject_id)
      where state in ('waiting', 'running')`.execute(db);
  // Which plan here was made of which drawing there.
  await sql`
    create table autodesk_sheets (
      id_link bigint not null references autodesk_links (id) on delete cascade,
      adsk_sheet_id text not null,
      -- collection and number, which stay from issue to issue
      drawing text not null,
      id_sheet bigint not null references sheets (id) on delete cascade,
      version_set text not null default '',
      brought_at timestamptz not null default now(),
      primary key (id_link, drawing)
    )`.execute(db);
  await sql`create index autodesk_sheets_sheet on autodesk_sheets (id_sheet)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table autodesk_sheets, autodesk_syncs, autodesk_links, autodesk_accounts`.execute(db);
}
