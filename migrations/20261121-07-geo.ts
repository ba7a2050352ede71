import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Addresses of points as the geocoding service told them, by five decimals (about a metre), level and language.
  await sql`
    create table geo_addresses (
      latitude numeric(7, 5) not null,
      longitude numeric(8, 5) not null,
      zoom smallint not null,
      language text not null,
      answer jsonb not null,
      fetched_at timestamptz not null default now(),
      primary key (latitude, longitude, zoom, language)
    )`.execute(db);
  await sql`create index geo_addresses_fetched_at on geo_addresses (fetched_at)`.execute(db);
  // One row: when the service may be asked next, by whichever process, and until when it is left alone after failures.
  await sql`
    create table geo_turns (
      id boolean primary key default true check (id),
      next_at timestamptz not null default now(),
      paused_until timestamptz not null default now(),
      failures integer not null default 0
    )`.execute(db);
  await sql`insert into geo_turns default values`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table geo_turns, geo_addresses`.execute(db);
}
