import { type Selectable, sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { ProjectExportsTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";
import { buildEnds } from "./build-ends.repository.ts";

export type ExportRow = Selectable<ProjectExportsTable>;

/** Why a build ended without a file; the client holds the texts. */
export type ExportFailure = "storage_full" | "rights" | "broken";

/** Advisory lock held while deciding which exports are built: otherwise two workers would both claim the last free slot. */
const placesLock = 7_340_142;

/** Other exports of the same project, and of the same user, that are being built. */
export const buildingOf = (column: "id_project" | "id_user") => sql<number>`
  (select count(*)::int from project_exports o where o.state = 'building'
    and o.${sql.ref(column)} = e.${sql.ref(column)} and o.id <> e.id)`;

/** Rows of unfinished exports: who has a slot, their progress, and how they end. */
export function createBuildRows(db: Database) {
  const { perProjectAtOnce, perPersonAtOnce } = limits.export;
  return {
    /** Returns a new export, or the user's own unfinished one. */
    async begin(
      trx: Trx,
      values: { id_project: number; id_user: number; language: Language; total_bytes: number },
    ): Promise<{ id: number; isNew: boolean }> {
      const made = await trx
        .insertInto("project_exports")
        .values({
          ...values,
          object_key: null,
          size_bytes: null,
          failure: null,
          finished_at: null,
          expires_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (made !== undefined) return { id: made.id, isNew: true };
      const { id } = await trx
        .selectFrom("project_exports")
        .select("id")
        .where("id_project", "=", values.id_project)
        .where("id_user", "=", values.id_user)
        .where("state", "in", ["waiting", "building"])
        .executeTakeFirstOrThrow();
      return { id, isNew: false };
    },

    /**
     * Claims it for building, from the start; undefined when there is nothing to build, or the concurrency limit is
     * reached. It then waits until the end of one of those starts it.
     */
    take: (id: number): Promise<ExportRow | undefined> =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${placesLock})`.execute(trx);
        return trx
          .updateTable("project_exports as e")
          .set({ state: "building", done_bytes: 0 })
          .where("e.id", "=", id)
          .where((where) =>
            where.or([
              where("e.state", "=", "building"),
              where.and([
                where("e.state", "=", "waiting"),
                where(buildingOf("id_project"), "<", perProjectAtOnce),
                where(buildingOf("id_user"), "<", perPersonAtOnce),
              ]),
            ]),
          )
          .returningAll("e")
          .executeTakeFirst();
      }),

    /** Waiting exports for which a slot is free now, the oldest first. */
    async startable(trx: Trx): Promise<number[]> {
      // An export that is just finding no slot either is seen waiting, or finds the slot that this transaction frees.
      await sql`select pg_advisory_xact_lock(${placesLock})`.execute(trx);
      const rows = await trx
        .selectFrom("project_exports as e")
        .select("e.id")
        .where("e.state", "=", "waiting")
        .where(buildingOf("id_project"), "<", perProjectAtOnce)
        .where(buildingOf("id_user"), "<", perPersonAtOnce)
        .orderBy("e.id")
        .limit(100)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Number of exports being built for the project, and for the user. */
    async building(id_project: number, id_user: number): Promise<{ ofProject: number; ofPerson: number }> {
      return db
        .selectFrom("project_exports")
        .select(sql<number>`count(*) filter (where id_project = ${id_project})`.as("ofProject"))
        .select(sql<number>`count(*) filter (where id_user = ${id_user})`.as("ofPerson"))
        .where("state", "=", "building")
        .executeTakeFirstOrThrow();
    },

    ...buildEnds(),
  };
}
