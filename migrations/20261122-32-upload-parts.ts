import { type Kysely, sql } from "kysely";

/** Pieces of uploads that lie in a store which every node reads; on one machine's disk an upload is a file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table upload_parts (
      id_upload uuid not null references uploads (id) on delete cascade,
      -- where it begins within the upload
      start bigint not null check (start >= 0),
      bytes bigint not null check (bytes > 0),
      -- key in the object store
      object text not null,
      created_at timestamptz not null default now(),
      primary key (id_upload, start)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table upload_parts`.execute(db);
}
