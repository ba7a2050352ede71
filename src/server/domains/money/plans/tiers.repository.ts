import { sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { TierRecord } from "./plans.policy.ts";
import { type Size, smallestFirst, tierOf } from "./size-tiers.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

export type TierValues = Omit<TierRecord, "id" | "created_at" | "updated_at">;

/** A size tier with its number of projects. */
export interface TierSummary extends TierRecord {
  readonly projects: number;
}

export function createTiersRepository(db: Database) {
  return {
    /**
     * Smallest first. A tier for one project is visible to its owner only, an inactive one to super admins only. `id`:
     * this one, if the reader may see it.
     */
    async list({ id: reader, super_admin }: SessionUser, id?: number): Promise<TierSummary[]> {
      const rows = await db
        .selectFrom("project_tiers as t")
        .selectAll("t")
        .$if(id !== undefined, (query) => query.where("t.id", "=", id ?? 0))
        .$if(!super_admin, (query) =>
          query.where("t.active", "=", true).where(
            sql<boolean>`(t.id_project is null or exists (select from project_members m
                where m.id_project = t.id_project and m.id_user = ${reader} and m.role = 'owner'))`,
          ),
        )
        .orderBy(smallestFirst)
        .limit(mostListed)
        .execute();
      const counts = super_admin ? await projectsByTier(db) : new Map<number | null, number>();
      return rows.map((row) => ({ ...row, projects: counts.get(row.id) ?? 0 }));
    },

    async insert(trx: Trx, values: TierValues): Promise<number> {
      const { id } = await trx
        .insertInto("project_tiers")
        .values(values)
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },

    update: (trx: Trx, id: number, values: Partial<TierValues>) =>
      trx
        .updateTable("project_tiers")
        .set({ ...values, updated_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute(),

    remove: (trx: Trx, id: number) => trx.deleteFrom("project_tiers").where("id", "=", id).execute(),

    /** A project that is not in the bin. */
    project: (id: number) =>
      db
        .selectFrom("projects")
        .select("id")
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .executeTakeFirst(),

    /** The measures of a project, for its owner and for super admins; undefined for all others. */
    sizeOf: (id: number, { id: reader, super_admin }: SessionUser): Promise<Size | undefined> =>
      db
        .selectFrom("projects as p")
        .select(["p.id", "p.area", "p.num_buildings", "p.num_floors"])
        .where("p.id", "=", id)
        .where("p.deleted_at", "is", null)
        .$if(!super_admin, (query) =>
          query.where(
            sql<boolean>`exists (select from project_members m
              where m.id_project = p.id and m.id_user = ${reader} and m.role = 'owner')`,
          ),
        )
        .executeTakeFirst(),
  };
}

/** Limit of tiers in one list; they are created by hand. */
const mostListed = 1000;

/** Number of projects per tier; null is the key for those without one. */
export async function projectsByTier(db: Database): Promise<Map<number | null, number>> {
  const { rows } = await sql<{ id: number | null; projects: number }>`
    select band.id, count(*) as projects
    from projects p left join lateral (${tierOf("p")}) band on true
    where p.deleted_at is null
    group by band.id`.execute(db);
  return new Map(rows.map(({ id, projects }) => [id, projects]));
}
