import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schedules (
      id_project bigint primary key references projects (id) on delete cascade,
      name text not null default '',
      file_name text not null default '',
      -- the file as it came, compressed (gzip): an export writes into it what was told here
      source bytea not null,
      -- working time of the project's calendar
      calendar jsonb not null default '{}',
      -- raised by every change: a preview of an older one is not carried out
      version integer not null default 1,
      imported_at timestamptz not null default now(),
      id_user bigint references users (id) on delete set null
    )`.execute(db);
  await sql`create index schedules_user on schedules (id_user)`.execute(db);
  await sql`
    create table schedule_tasks (
      id bigint generated always as identity primary key,
      id_project bigint not null references schedules (id_project) on delete cascade,
      uid bigint not null,
      position integer not null,
      level integer not null,
      wbs text not null default '',
      name text not null default '',
      is_summary boolean not null default false,
      is_milestone boolean not null default false,
      is_critical boolean not null default false,
      -- local wall clock of the site: the file names no zone
      start timestamp,
      finish timestamp,
      baseline_start timestamp,
      baseline_finish timestamp,
      actual_start timestamp,
      actual_finish timestamp,
      deadline timestamp,
      -- minutes of working time
      duration integer,
      percent smallint not null default 0 check (percent between 0 and 100),
      predecessors jsonb not null default '[]',
      resources text[] not null default '{}',
      notes text not null default '',
      -- gone from the file, kept for what was told of it
      is_kept boolean not null default false,
      told_at timestamptz,
      id_teller bigint references users (id) on delete set null,
      unique (id_project, uid)
    )`.execute(db);
  await sql`create index schedule_tasks_teller on schedule_tasks (id_teller)`.execute(db);
  await sql`create index schedule_tasks_order on schedule_tasks (id_project, position)`.execute(db);
  await sql`
    create table schedule_points (
      id_project bigint not null references schedules (id_project) on delete cascade,
      on_date date not null,
      -- of the whole, at the end of the day
      percent smallint not null check (percent between 0 and 100),
      primary key (id_project, on_date)
    )`.execute(db);
  await sql`
    create table schedule_previews (
      token text primary key,
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint not null references users (id) on delete cascade,
      file_name text not null,
      -- the file, compressed (gzip)
      source bytea not null,
      -- of the schedule that it was compared with; 0: there was none
      version integer not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index schedule_previews_project on schedule_previews (id_project)`.execute(db);
  await sql`create index schedule_previews_user on schedule_previews (id_user)`.execute(db);
  await sql`create index schedule_previews_expires on schedule_previews (expires_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table schedule_previews, schedule_points, schedule_tasks, schedules`.execute(db);
}
