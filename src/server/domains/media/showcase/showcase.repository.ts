import { type Selectable, sql } from "kysely";
import type { ProjectsTable } from "#server/domains/sites/projects/tables.ts";
import type { Database } from "#server/platform/database.ts";

/** A public project, with the names of its categories and its owner. */
export type PublicProject = Selectable<ProjectsTable> & {
  readonly type: string | null;
  readonly categories: readonly string[];
  readonly id_owner: number | null;
};

/**
 * The project behind a code, undefined unless it is public, active, validated and not in the bin. One query for all
 * conditions, so that neither the answer nor its timing reveals why a project is not shown.
 */
export async function findPublicProject(db: Database, code: string): Promise<PublicProject | undefined> {
  return db
    .selectFrom("projects as p")
    .selectAll("p")
    .select([type, categories, owner])
    .where("p.code", "=", code)
    .where("p.is_public", "=", true)
    .where("p.active", "=", true)
    .where("p.validated", "=", true)
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();
}

const type = sql<string | null>`(select t.name from project_types t where t.id = p.id_type)`.as("type");

const categories = sql<string[]>`array(
  select c.name from project_categories pc join categories c on c.id = pc.id_category
  where pc.id_project = p.id order by lower(c.name))`.as("categories");

const owner = sql<number | null>`(
  select m.id_user from project_members m where m.id_project = p.id and m.role = 'owner')`.as("id_owner");
