import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // A page of an uploaded file, once however many sheets show it; of a picture there is page 1.
  await sql`
    create table plans (
      sha256 text not null,
      page integer not null check (page > 0),
      type text not null check (type in ('jpg', 'png', 'webp', 'pdf')),
      bytes bigint not null,
      -- of the plan at its finest; null for those that were kept before anybody measured
      width integer,
      height integer,
      -- keys in the object store
      original text not null,
      image text not null,
      -- of the tiles: ready without levels means that the image shows everything
      state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
      levels jsonb,
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      claimed_at timestamptz not null default now(),
      primary key (sha256, page)
    )`.execute(db);
  await sql`create index plans_image on plans (image)`.execute(db);
  await sql`create index plans_waiting on plans (claimed_at) where state = 'processing'`.execute(db);
  await sql`
    create table sheet_versions (
      id_sheet bigint not null references sheets (id) on delete cascade,
      version integer not null check (version > 0),
      sha256 text not null,
      page integer not null,
      -- of the uploaded file
      name text not null,
      id_user bigint references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (id_sheet, version),
      foreign key (sha256, page) references plans (sha256, page)
    )`.execute(db);
  await sql`create index sheet_versions_plan on sheet_versions (sha256, page)`.execute(db);
  await sql`create index sheet_versions_user on sheet_versions (id_user)`.execute(db);
  // The one that is shown; 0 while there is no plan.
  await sql`alter table sheets add column version integer not null default 0`.execute(db);
  // Of a plan kept before, the picture of it is all there is.
  await sql`
    insert into plans (sha256, page, type, bytes, original, image, state)
    select distinct substring(image from '[0-9a-f]{64}'), 1, 'webp', 0, image, image, 'ready'
    from sheets where image ~ '[0-9a-f]{64}'`.execute(db);
  await sql`
    insert into sheet_versions (id_sheet, version, sha256, page, name, created_at)
    select id, 1, substring(image from '[0-9a-f]{64}'), 1, name || '.webp', created_at
    from sheets where image ~ '[0-9a-f]{64}'`.execute(db);
  await sql`update sheets set version = 1 where image ~ '[0-9a-f]{64}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table sheet_versions, plans`.execute(db);
  await sql`alter table sheets drop column version`.execute(db);
}
