import { type Kysely, sql } from "kysely";

/**
 * A guid of BCF names a topic within a project and a comment within a topic: the same file may be brought into two
 * projects of one installation, and both hold all of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index snags_project_guid on snags (id_project, guid)`.execute(db);
  await sql`alter table snags drop constraint snags_guid_key`.execute(db);
  await sql`create unique index snag_comments_snag_guid on snag_comments (id_snag, guid)`.execute(db);
  await sql`alter table snag_comments drop constraint snag_comments_guid_key`.execute(db);
}

/** Fails when two projects hold the same topic by now. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table snag_comments add constraint snag_comments_guid_key unique (guid)`.execute(db);
  await sql`drop index snag_comments_snag_guid`.execute(db);
  await sql`alter table snags add constraint snags_guid_key unique (guid)`.execute(db);
  await sql`drop index snags_project_guid`.execute(db);
}
