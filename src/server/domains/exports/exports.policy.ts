import { type Selectable, sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import { type ProjectStanding, standingsIn } from "../projects/projects.policy.ts";
import type { ProjectExportsTable } from "./tables.ts";
import "./tables.ts";

export type ExportRecord = Selectable<ProjectExportsTable> & ProjectStanding & { readonly is_own: boolean };

declare module "#server/platform/policy.ts" {
  interface Subjects {
    project_export: ExportRecord;
  }
}

export const exportRights = rightsFor<ProjectRole | Grant | "maker">()({
  about:
    "Exports that were built. The standing is that in the export's project, or to have asked for it (maker).",
  verbs: {
    view: { allows: "see how far it is, and download it", to: ["export.view", "super_admin"], reads: true },
    cancel: { allows: "stop it, or remove the file", to: ["maker", "owner", "super_admin"] },
  },
});

export function exportPolicy(db: Database): Policy<ExportRecord> {
  return {
    rights: exportRights,
    load: (key, user) =>
      db
        .selectFrom("project_exports as e")
        .innerJoin("projects as p", "p.id", "e.id_project")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
        )
        .selectAll("e")
        .select(["m.role", "m.grants", "p.active", "p.validated"])
        .select(sql<boolean>`e.id_user = ${user?.id ?? 0}`.as("is_own"))
        .where("p.deleted_at", "is", null)
        .where("e.id", "=", Number(key))
        .executeTakeFirst(),
    // Who has lost the right to export has lost the export, even his own.
    flags: (record, user) => {
      const standings = standingsIn(record);
      const isMaker = record.is_own && standings.includes("export.view");
      return flagsBy(exportRights, user, isMaker ? [...standings, "maker"] : standings);
    },
  };
}
