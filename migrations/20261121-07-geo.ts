import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Addresses of points as the geocoding service told them, by five decimals (about a metre).
  await sql`
    create table geo_addresses (
      latitude numeric(7, 5) not null,
      longitude numeric(8, 5) not null,
      answer jsonb not null,
      fetched_at timestamptz not null default now(),
      primary key (latitude, longitude)
    )`.execute(db);
  // One row: when the service may be asked next, by whichever process.
  await sql`
    create table geo_turns (
      id boolean primary key default true check (id),
      next_at timestamptz not null default now()
    )`.execute(db);
  await sql`insert into geo_turns default values`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table geo_turns, geo_addresses`.execute(db);
}
