import { type Kysely, sql } from "kysely";

/** Snags can be found: by title and text, and by their number as `#12`, which is the same in several projects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_items drop constraint search_items_kind_check`.execute(db);
  await sql`
    alter table search_items add constraint search_items_kind_check
      check (kind in ('project', 'visit', 'video', 'camera', 'snag')) not valid`.execute(db);
  await sql
    .raw(
      `call search_attach('snag', 'snags', project => '$.id_project', location => '''#'' || $.number', live => 'true',
        fields => '$.title, ''#'' || $.number, $.text')`,
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function search_follow_snag() cascade`.execute(db);
  await sql`delete from search_items where kind = 'snag'`.execute(db);
  await sql`alter table search_items drop constraint search_items_kind_check`.execute(db);
  await sql`
    alter table search_items add constraint search_items_kind_check
      check (kind in ('project', 'visit', 'video', 'camera')) not valid`.execute(db);
}
