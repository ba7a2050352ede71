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
      -- path of this site or a whole address
      link text,
      read_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index notifications_user on notifications (id_user, id desc)`.execute(db);
  await sql`create index notifications_unread on notifications (id_user) where read_at is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table notifications`.execute(db);
}
