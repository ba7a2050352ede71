import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table visits
      add column access text not null default 'link' check (access in ('link', 'members')),
      add column share_password_hash text,
      add column share_expires_at timestamptz,
      -- whether guests may go on to the other dates of a spot
      add column share_history boolean not null default false`.execute(db);
  await sql`
    create table visit_views (
      id bigint generated always as identity primary key,
      id_visit bigint not null references visits (id) on delete cascade,
      -- null for a guest
      id_user bigint references users (id) on delete set null,
      -- a browser at this one visit: signed, so that it cannot be followed from visit to visit
      viewer_hash bytea not null,
      -- without its last part; empty for who asked not to be followed
      address text not null,
      browser text not null default '',
      device text not null default '',
      duration_seconds double precision not null default 0,
      rooms bigint[] not null default '{}',
      started_at timestamptz not null default now(),
      -- in no index: it is written every ten seconds
      last_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index visit_views_visit on visit_views (id_visit, started_at desc)`.execute(db);
  await sql`create index visit_views_viewer on visit_views (viewer_hash, started_at desc)`.execute(db);
  await sql`create index visit_views_age on visit_views (started_at)`.execute(db);
  await sql`create index visit_views_user on visit_views (id_user)`.execute(db);
  // What is left of views when they themselves are removed: figures by day, and nobody in them.
  await sql`
    create table visit_view_days (
      id_visit bigint not null references visits (id) on delete cascade,
      day date not null,
      views integer not null default 0,
      guests integer not null default 0,
      seconds double precision not null default 0,
      primary key (id_visit, day)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table visit_view_days`.execute(db);
  await sql`drop table visit_views`.execute(db);
  await sql`
    alter table visits drop column share_history, drop column share_expires_at,
      drop column share_password_hash, drop column access`.execute(db);
}
