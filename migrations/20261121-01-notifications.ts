import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      id bigint generated always as identity primary key,
      id_user bigint not null references users (id) on delete cascade,
      type text not null check (type in ('info', 'success', 'warning', 'error')),
      kind text not null,
      -- names the texts of title and message in i18n; written out in the language the reader reads then
      text text not null,
      values jsonb not null default '{}',
      -- for how many alike it stands
      count integer not null default 1,
      -- the matter: an unread one gives way to later news of the same matter, so that bursts do not flood
      fold text,
      -- path of this site
      link text,
      read_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index notifications_user on notifications (id_user, id desc)`.execute(db);
  await sql`create index notifications_unread on notifications (id_user) where read_at is null`.execute(db);
  // Whom to tell that a picture cannot be used.
  await sql`alter table rooms add column id_user bigint references users (id) on delete set null`.execute(db);
  // When its rooms were ready and the project was told. What was there before is no news.
  await sql`alter table visits add column announced_at timestamptz`.execute(db);
  await sql`update visits set announced_at = now()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visits drop column announced_at`.execute(db);
  await sql`alter table rooms drop column id_user`.execute(db);
  await sql`drop table notifications`.execute(db);
}
