import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Category } from "#contract/projects.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";

/** Categories assigned to a project. */
export function createAssignments(db: Database) {
  return {
    async of(id_project: number): Promise<Category[]> {
      const rows = await db
        .selectFrom("project_categories as pc")
        .innerJoin("categories as c", "c.id", "pc.id_category")
        .select(["c.id", "c.id as id_category", "c.name"])
        .where("pc.id_project", "=", id_project)
        .orderBy(sql`c.name collate "und-x-icu"`)
        .orderBy("c.id")
        .execute();
      return rows;
    },

    /**
     * Assigns a category to a project. Returns the category's name, or null when the project has it already. Throws
     * VALIDATION at `id_category` for an unknown one, and when the project is at its limit.
     */
    async assign(trx: Trx, id_project: number, id_category: number): Promise<string | null> {
      const name = await known(trx, id_category);
      // Two concurrent calls that assign the last allowed ones are serialized here.
      await trx.selectFrom("projects").select("id").where("id", "=", id_project).forNoKeyUpdate().execute();
      const held = await trx
        .selectFrom("project_categories")
        .select("id_category")
        .where("id_project", "=", id_project)
        .execute();
      if (held.some((one) => one.id_category === id_category)) return null;
      if (held.length >= limits.project.categories) throw refused("categories.too_many");
      await trx.insertInto("project_categories").values({ id_project, id_category }).execute();
      return name;
    },

    /** Removes a category from a project. Returns its name, or null when the project does not have it. */
    async remove(trx: Trx, id_project: number, id_category: number): Promise<string | null> {
      const name = await known(trx, id_category);
      const gone = await trx
        .deleteFrom("project_categories")
        .where("id_project", "=", id_project)
        .where("id_category", "=", id_category)
        .returning("id_category")
        .executeTakeFirst();
      return gone === undefined ? null : name;
    },
  };
}

/** Locked, so that it is not deleted meanwhile. */
async function known(trx: Trx, id_category: number): Promise<string> {
  const category = await trx
    .selectFrom("categories")
    .select("name")
    .where("id", "=", id_category)
    .forKeyShare()
    .executeTakeFirst();
  if (category === undefined) throw refused("categories.unknown");
  return category.name;
}

const refused = (key: string) => new AppError("VALIDATION", { fields: { id_category: [key] } });
