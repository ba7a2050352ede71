import { type Kysely, sql } from "kysely";

/**
 * How many projects a user has in which role. Without it the planner takes the two for unrelated: of an owner of a thousand
 * projects it expected fifty, and looked up each of their photos.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create statistics project_members_roles (mcv) on id_user, role from project_members`.execute(db);
  await sql`analyze project_members`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop statistics project_members_roles`.execute(db);
}
