import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table progress_entries (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      -- the floor; null: the whole project
      id_sheet bigint references sheets (id) on delete cascade,
      -- a room or part; empty: the whole floor
      place text not null default '',
      percent smallint not null check (percent between 0 and 100),
      on_date date not null,
      note text not null default '',
      id_user bigint references users (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  // One word for a place and day.
  await sql`
    create unique index progress_entries_place
      on progress_entries (id_project, coalesce(id_sheet, 0), lower(place), on_date)`.execute(db);
  await sql`create index progress_entries_sheet on progress_entries (id_sheet)`.execute(db);
  await sql`create index progress_entries_user on progress_entries (id_user)`.execute(db);
  await sql`create index progress_entries_date on progress_entries (id_project, on_date desc, id desc)`.execute(
    db,
  );
  await sql`alter table users add column dashboard_seen_at timestamptz`.execute(db);
  // What changed since somebody was last here, also over all projects.
  await sql`create index activity_created on activity (created_at) where id_project is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index activity_created`.execute(db);
  await sql`alter table users drop column dashboard_seen_at`.execute(db);
  await sql`drop table progress_entries`.execute(db);
}
