import { type Kysely, sql } from "kysely";

/**
 * Facts as rows, written in the transaction that makes them true and read by every process (see
 * `src/server/platform/events/reader.ts`), and how often each job has failed by itself (`platform/jobs`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      id bigint generated always as identity primary key,
      xid xid8 not null default pg_current_xact_id(),
      at timestamptz not null default now(),
      name text not null,
      payload jsonb not null
    )`.execute(db);
  await sql`create index events_xid on events (xid)`.execute(db);
  await sql`
    create table job_failures (
      job_id uuid primary key,
      failures integer not null,
      at timestamptz not null default now()
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table job_failures`.execute(db);
  await sql`drop table events`.execute(db);
}
