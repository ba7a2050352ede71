import { type Kysely, sql } from "kysely";

/** Calls by the names their senders gave them, for a day: whoever lost an answer may ask again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calls_once (
      key_hash bytea primary key,
      input_hash bytea not null,
      held_by text not null,
      held_until timestamptz not null,
      state text not null check (state in ('running', 'committed', 'done')),
      status smallint,
      reply text,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index calls_once_created on calls_once (created_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table calls_once`.execute(db);
}
