import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_tokens (
      id bigint generated always as identity primary key,
      id_user bigint not null references users (id) on delete cascade,
      name text not null,
      -- only the hash is kept: who reads the table cannot use it
      token_hash bytea not null unique,
      hint text not null,
      scopes text[] not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      last_address text not null default ''
    )`.execute(db);
  await sql`create index api_tokens_user on api_tokens (id_user, id desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table api_tokens`.execute(db);
}
