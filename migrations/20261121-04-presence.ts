import { type Kysely, sql } from "kysely";

/**
 * Who is in which presence channel, by process that holds his sockets, and until when each process is believed to be
 * alive. Unlogged: it is true for seconds only, and after a crash of the database every process writes its own anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table realtime_processes (
      id bigint generated always as identity primary key,
      alive_until timestamptz not null,
      -- subscriptions by channel, for those who ask over the REST interface
      channels jsonb not null default '{}'
    )`.execute(db);
  await sql`
    create unlogged table presence_members (
      channel text not null,
      member text not null,
      process bigint not null,
      info text not null,
      joined_at timestamptz not null default clock_timestamp(),
      primary key (channel, member, process)
    )`.execute(db);
  await sql`create index presence_members_process on presence_members (process)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table presence_members`.execute(db);
  await sql`drop table realtime_processes`.execute(db);
}
