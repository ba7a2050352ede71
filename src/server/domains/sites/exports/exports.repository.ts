import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import { buildingOf, createBuildRows, type ExportRow } from "./build.repository.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";

/** With the requester, as other users see them. */
export interface ListedExport extends ExportRow {
  /** Reason why a waiting export waits; null where nothing blocks it. */
  readonly waits_for: "project" | "person" | null;
  readonly person_name: string;
  readonly person_code: string;
  readonly person_avatar: string | null;
}

export function createExportsRepository(db: Database) {
  const { perProjectAtOnce, perPersonAtOnce } = limits.export;
  const listed = () =>
    db
      .selectFrom("project_exports as e")
      .innerJoin("users as u", "u.id", "e.id_user")
      .selectAll("e")
      .select(["u.code as person_code", "u.avatar as person_avatar"])
      .select(
        sql<ListedExport["waits_for"]>`case when e.state <> 'waiting' then null
          when ${buildingOf("id_project")} >= ${perProjectAtOnce} then 'project'
          when ${buildingOf("id_user")} >= ${perPersonAtOnce} then 'person' end`.as("waits_for"),
      )
      .select(personName("u").as("person_name"));

  return {
    /** Exports that are being built, ready or failed recently, newest first. */
    ofProject: (projectId: number): Promise<ListedExport[]> =>
      listed()
        .where("e.id_project", "=", projectId)
        .where("e.state", "<>", "cancelled")
        .orderBy("e.id", "desc")
        .limit(20)
        .execute(),

    one: (id: number): Promise<ListedExport> => listed().where("e.id", "=", id).executeTakeFirstOrThrow(),

    ...createBuildRows(db),

    async remove(id: number): Promise<void> {
      await db.deleteFrom("project_exports").where("id", "=", id).execute();
    },

    /** Exports past their retention, and of each project those beyond `perProject`; never waiting or building ones. */
    outlived: (perProject: number, days: number): Promise<{ id: number; object_key: string | null }[]> =>
      db
        .selectFrom(
          db
            .selectFrom("project_exports")
            .select(["id", "object_key", "expires_at", "finished_at"])
            .select(
              sql<number>`row_number() over (partition by id_project, state order by id desc)`.as("place"),
            )
            .where("state", "in", ["ready", "failed", "cancelled"])
            .as("e"),
        )
        .select(["e.id", "e.object_key"])
        .where((where) =>
          where.or([
            where("e.place", ">", perProject),
            where("e.expires_at", "<", sql<Date>`now()`),
            where.and([
              where("e.object_key", "is", null),
              where("e.finished_at", "<", sql<Date>`now() - make_interval(days => ${days})`),
            ]),
          ]),
        )
        .execute(),

    /** Keys of files that an export still refers to. */
    async knownKeys(): Promise<Set<string>> {
      const rows = await db
        .selectFrom("project_exports")
        .select("object_key")
        .where("object_key", "is not", null)
        .execute();
      return new Set(rows.flatMap(({ object_key }) => (object_key === null ? [] : [object_key])));
    },
  };
}

export type ExportsRepository = ReturnType<typeof createExportsRepository>;
