import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table messages (
      id bigint generated always as identity primary key,
      type text not null check (type in ('system', 'user')),
      -- null for what the server writes
      sender_id bigint references users (id) on delete cascade,
      recipient_id bigint not null references users (id) on delete cascade,
      content text not null check (content <> ''),
      read_at timestamptz,
      starred_by_sender boolean not null default false,
      starred_by_recipient boolean not null default false,
      deleted_by_sender_at timestamptz,
      deleted_by_recipient_at timestamptz,
      created_at timestamptz not null default clock_timestamp(),
      check ((type = 'system') = (sender_id is null))
    )`.execute(db);
  await sql`create index messages_recipient on messages (recipient_id, id desc)`.execute(db);
  await sql`create index messages_sender on messages (sender_id, id desc)`.execute(db);
  // A conversation, from either end.
  await sql`create index messages_received_from on messages (recipient_id, sender_id, id desc)`.execute(db);
  await sql`create index messages_sent_to on messages (sender_id, recipient_id, id desc)`.execute(db);
  await sql`create index messages_unread on messages (recipient_id, id desc)
    where read_at is null and deleted_by_recipient_at is null`.execute(db);
  await sql`create index messages_deleted on messages (deleted_by_recipient_at)
    where deleted_by_recipient_at is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table messages`.execute(db);
}
