import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import "../categories/tables.ts";

/** Throws VALIDATION at `id_type` for an unknown type; locks it, so that it is not deleted meanwhile. */
export async function checkType(trx: Trx, id_type: number): Promise<void> {
  const found = await trx
    .selectFrom("project_types")
    .select("id")
    .where("id", "=", id_type)
    .forKeyShare()
    .executeTakeFirst();
  if (found === undefined)
    throw new AppError("VALIDATION", { fields: { id_type: ["projects.type_unknown"] } });
}

/**
 * Replaces the project's categories. Returns whether they changed. Throws VALIDATION at `category_ids` when one is
 * unknown.
 */
export async function setCategories(
  trx: Trx,
  id_project: number,
  wanted: readonly number[],
): Promise<boolean> {
  const ids = [...new Set(wanted)].toSorted((a, b) => a - b);
  if (ids.length > 0) {
    const known = await trx
      .selectFrom("categories")
      .select("id")
      .where("id", "in", ids)
      .orderBy("id")
      .forKeyShare()
      .execute();
    if (known.length < ids.length)
      throw new AppError("VALIDATION", { fields: { category_ids: ["categories.unknown"] } });
  }
  const gone = await trx
    .deleteFrom("project_categories")
    .where("id_project", "=", id_project)
    .where(sql<boolean>`id_category <> all (${ids}::bigint[])`)
    .returning("id_category")
    .execute();
  if (ids.length === 0) return gone.length > 0;
  const fresh = await trx
    .insertInto("project_categories")
    .values(ids.map((id_category) => ({ id_project, id_category })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id_category")
    .execute();
  return gone.length + fresh.length > 0;
}
