import { type Selectable, sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { ProjectExportsTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";
import { buildEnds } from "./build-ends.repository.ts";

export type ExportRow = Selectable<ProjectExportsTable>;

/** Why a build ended without a file; the words are the client's. */
export type ExportFailure = "storage_full" | "rights" | "broken";

/** Held while it is decided which exports are built: two workers would both take the last free place. */
const placesLock = 7_340_142;

/** Others of the same project, and of the same person, that are being built. */
export const buildingOf = (column: "id_project" | "id_user") => sql<number>`
  (select count(*)::int from project_exports o where o.state = 'building'
    and o.${sql.ref(column)} = e.${sql.ref(column)} and o.id <> e.id)`;

/** Exports on their way: who has a place, how far they are, how they end. */
export function createBuildRows(db: Database) {
  const { perProjectAtOnce, perPersonAtOnce } = limits.export;
  return {
    /** A new one, or the person's own that is not done yet. */
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
     * Takes it for building, from the start; undefined when there is nothing to build, or as many are being built as may
     * be at once. Then it waits, and the end of one of those takes it up again.
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

    /** Exports that wait and have a free place now, the oldest first. */
    async startable(trx: Trx): Promise<number[]> {
      // One that is just finding no place is seen to wait, or finds the place that this transaction makes.
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

    /** How many of the project, and of the person, are being built. */
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
