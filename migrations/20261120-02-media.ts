import { type Kysely, sql } from "kysely";

/** Panoramas by their content: two rooms with the same file share one picture and its variants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pictures (
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
      bytes bigint not null check (bytes > 0),
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
      -- code of the refusal, while failed
      problem text,
      captured_at timestamptz,
      -- yaw, in degrees, at which north lies; null when the camera did not write it
      north double precision check (north between -180 and 180),
      -- [{width, height}], ascending; null until the tiles are there
      levels jsonb,
      -- how many worker processes this picture has cost
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      -- last time somebody uploaded it: the sweep leaves the young alone
      claimed_at timestamptz not null default now(),
      -- thumbnail, base and poster are there
      previewed_at timestamptz,
      ready_at timestamptz,
      check (state <> 'ready' or levels is not null),
      check ((state = 'failed') = (problem is not null))
    )`.execute(db);
  await sql`create index pictures_claimed on pictures (claimed_at)`.execute(db);
  await sql`create index pictures_unfinished on pictures (created_at) where state = 'processing'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table pictures`.execute(db);
}
