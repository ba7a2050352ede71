import { type Kysely, sql } from "kysely";

/**
 * The processes that serve and work on this database, and what they have counted together. Unlogged: true for seconds
 * only, and after a crash of the database every node writes itself down anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table nodes (
      id text primary key,
      name text not null,
      -- how other nodes reach this one; empty: they cannot
      url text not null default '',
      role text not null,
      version text not null,
      started_at timestamptz not null default clock_timestamp(),
      -- alive for ten seconds from here
      seen_at timestamptz not null default clock_timestamp()
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create unlogged table rate_counts (
      key_hash bytea not null,
      -- minutes since 1970, by the database's clock
      "window" bigint not null,
      used integer not null,
      primary key (key_hash, "window")
    ) with (fillfactor = 50)`.execute(db);
  await sql`create index rate_counts_window on rate_counts ("window")`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table rate_counts`.execute(db);
  await sql`drop table nodes`.execute(db);
}
