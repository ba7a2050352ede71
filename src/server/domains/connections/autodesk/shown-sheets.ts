import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

/** Which floor plans, of those that the user may see, were made from the drawings of an Autodesk project. */
export function createShownSheets(db: Database) {
  return async function shownSheets(
    user: SessionUser,
    adskProject: string,
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await db
      .selectFrom("autodesk_sheets as s")
      .innerJoin("autodesk_links as l", "l.id", "s.id_link")
      .innerJoin("projects as p", "p.id", "l.id_project")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
      )
      .select(["s.drawing", "s.id_sheet"])
      .where("l.adsk_project_id", "=", adskProject)
      .where("p.deleted_at", "is", null)
      .$if(!user.super_admin, (query) => query.where(sql<boolean>`'sheets.view' = any (m.grants)`))
      .orderBy("s.brought_at")
      .execute();
    return new Map(rows.map(({ drawing, id_sheet }) => [drawing, id_sheet]));
  };
}
