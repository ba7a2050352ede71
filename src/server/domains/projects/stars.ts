import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import "./tables.ts";

/** A person's own marks on projects that he may see; whether he may is the caller's to know. */
export function createStars(db: Database) {
  const isStarred = async ({ id }: Pick<SessionUser, "id">, id_project: number): Promise<boolean> => {
    const row = await db
      .selectFrom("project_stars")
      .select("id_project")
      .where("id_user", "=", id)
      .where("id_project", "=", id_project)
      .executeTakeFirst();
    return row !== undefined;
  };
  const set = async (
    { id }: Pick<SessionUser, "id">,
    projects: readonly number[],
    starred: boolean,
  ): Promise<void> => {
    if (projects.length === 0) return;
    if (starred)
      await db
        .insertInto("project_stars")
        .values(projects.map((id_project) => ({ id_user: id, id_project })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else
      await db
        .deleteFrom("project_stars")
        .where("id_user", "=", id)
        .where("id_project", "in", projects)
        .execute();
  };
  return { isStarred, set };
}
