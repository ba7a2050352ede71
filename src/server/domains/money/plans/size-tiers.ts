import { type RawBuilder, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import type { TierRecord } from "./plans.policy.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

/** A project's measures; `id` null for a size without a project. */
export interface Size {
  readonly id: number | null;
  /** Square metres. */
  readonly area: number;
  readonly num_buildings: number;
  readonly num_floors: number;
}

/**
 * The size tier of a size, as one row or none, from a statement: the first active one whose maxima contain it, a
 * project's own before those for all, then the smallest. `size`: a table or alias with the columns of `Size`.
 */
export const tierOf = (size: string): RawBuilder<TierRecord> => {
  const column = (name: string) => sql.ref(`${size}.${name}`);
  return sql<TierRecord>`
    select t.* from project_tiers t
    where t.active and (t.id_project is null or t.id_project = ${column("id")})
      and (t.area is null or ${column("area")} <= t.area)
      and (t.num_buildings is null or ${column("num_buildings")} <= t.num_buildings)
      and (t.num_floors is null or ${column("num_floors")} <= t.num_floors)
    order by ${smallestFirst}
    limit 1`;
};

/** On `project_tiers t`. */
export const smallestFirst = sql`t.id_project nulls last, t.area nulls last, t.num_buildings nulls last,
  t.num_floors nulls last, t.price, t.id`;

/** The size tier of a given size; undefined where none matches. */
export async function findTier(
  db: Database | Trx,
  { id, area, num_buildings, num_floors }: Size,
): Promise<TierRecord | undefined> {
  const { rows } = await sql<TierRecord>`
    select band.* from (select ${id}::bigint as id, ${area}::float8 as area,
      ${num_buildings}::integer as num_buildings, ${num_floors}::integer as num_floors) size
    cross join lateral (${tierOf("size")}) band`.execute(db);
  return rows[0];
}
