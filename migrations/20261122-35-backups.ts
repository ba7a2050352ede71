import { type Kysely, sql } from "kysely";

/** Backups as they were made, for the screen of the system and for who is to hear when one fails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backups (
      id bigint generated always as identity primary key,
      folder text not null,
      -- The name of the machine that made it.
      node text not null,
      -- Of the backup within the folder, once it is whole.
      name text,
      state text not null default 'running' check (state in ('running', 'done', 'failed')),
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      -- Of the whole, and of that what had to be copied.
      bytes bigint,
      copied_bytes bigint,
      problem text
    )`.execute(db);
  await sql`create index backups_newest on backups (started_at desc)`.execute(db);
}
