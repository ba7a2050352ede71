import { type Kysely, sql } from "kysely";

/** By which the nodes of an installation know whether they have the same key. Nothing can be learned of it from this. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table key_mark (
      is_only boolean primary key default true check (is_only),
      mark text not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table key_mark`.execute(db);
}
