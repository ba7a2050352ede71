import { type Kysely, sql } from "kysely";

/** The time zone of a project, and its report: settings, recipients, each report with its frozen figures, and its copies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column time_zone text not null default 'UTC'`.execute(db);
  await sql`
    update projects p set time_zone = c.time_zone from coverage_plans c
    where c.id_project = p.id and c.time_zone <> 'UTC'`.execute(db);
  // Where the coverage has none, the cameras of the site may know it.
  await sql`
    update projects p set time_zone = k.zone from (
      select distinct on (id_project) id_project, schedule ->> 'time_zone' as zone from cameras
      where coalesce(schedule ->> 'time_zone', '') not in ('', 'UTC') order by id_project, id) k
    where k.id_project = p.id and p.time_zone = 'UTC'`.execute(db);
  // coverage_plans.time_zone stays: processes of the version before read it until they stop. A later release drops it.
  await sql`
    create table owner_reports (
      id_project bigint primary key references projects (id) on delete cascade,
      is_on boolean not null default false,
      period text not null default 'weekly' check (period in ('weekly', 'monthly', 'manual')),
      weekday smallint not null default 0 check (weekday between 0 and 6),
      month_day smallint not null default 1 check (month_day between 1 and 31),
      hour smallint not null default 7 check (hour between 0 and 23),
      sections text[] not null,
      -- [{id_room, yaw, pitch, fov}]: always shown
      views jsonb not null default '[]',
      -- nothing that was due before is sent
      since timestamptz not null,
      version int not null default 1,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table owner_report_recipients (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      -- a member; name, address and language are those of the account
      id_user bigint references users (id) on delete cascade,
      email text not null default '',
      name text not null default '',
      language text not null default 'en',
      unsubscribed_at timestamptz,
      -- why the last email was rejected
      problem text not null default '',
      created_at timestamptz not null default now(),
      check ((id_user is null) = (email <> ''))
    )`.execute(db);
  await sql`create unique index owner_report_recipients_user on owner_report_recipients (id_project, id_user)`.execute(
    db,
  );
  await sql`
    create unique index owner_report_recipients_email on owner_report_recipients (id_project, lower(email))
    where id_user is null`.execute(db);
  await sql`create index owner_report_recipients_id_user on owner_report_recipients (id_user)`.execute(db);
  await sql`
    create table owner_report_runs (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      period text not null check (period in ('weekly', 'monthly', 'manual')),
      day_from date not null,
      day_to date not null,
      -- empty, or the moment of one sent by hand
      key text not null default '',
      time_zone text not null,
      state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'stopped')),
      -- null until they are frozen; never changed afterwards
      figures jsonb,
      id_user bigint references users (id) on delete set null,
      created_at timestamptz not null,
      frozen_at timestamptz,
      sent_at timestamptz,
      check (day_from <= day_to),
      unique (id_project, period, day_from, day_to, key)
    )`.execute(db);
  await sql`create index owner_report_runs_user on owner_report_runs (id_user)`.execute(db);
  await sql`
    create index owner_report_runs_open on owner_report_runs (id) where state in ('waiting', 'sending')`.execute(
    db,
  );
  await sql`
    create table owner_report_deliveries (
      id bigint generated always as identity primary key,
      id_run bigint not null references owner_report_runs (id) on delete cascade,
      id_recipient bigint references owner_report_recipients (id) on delete set null,
      id_user bigint references users (id) on delete set null,
      is_member boolean not null,
      name text not null,
      email text not null,
      language text not null,
      -- opens the report of a person without an account, and ends the emails of every recipient
      code text not null unique,
      state text not null default 'waiting'
        check (state in ('waiting', 'sent', 'failed', 'withdrawn', 'unsubscribed', 'no_email')),
      problem text not null default '',
      sent_at timestamptz,
      views int not null default 0,
      viewed_at timestamptz,
      questions int not null default 0,
      revoked_at timestamptz,
      expires_at timestamptz not null,
      unique (id_run, id_recipient)
    )`.execute(db);
  for (const column of ["id_recipient", "id_user"])
    await sql`
      create index ${sql.ref(`owner_report_deliveries_${column}`)}
      on owner_report_deliveries (${sql.ref(column)})`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table owner_report_deliveries, owner_report_runs, owner_report_recipients, owner_reports`.execute(
    db,
  );
  await sql`
    update coverage_plans c set time_zone = p.time_zone from projects p where p.id = c.id_project`.execute(
    db,
  );
  await sql`alter table projects drop column time_zone`.execute(db);
}
