import { type Selectable, sql } from "kysely";
import { type Grant, grants } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
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
    "Exports built in the background. The role is the one in the export's project; `creator` requested the export.",
  verbs: {
    view: { allows: "see its progress, and download it", to: ["export.view", "super_admin"], reads: true },
    cancel: { allows: "stop it, or delete its file", to: ["maker", "owner", "super_admin"] },
  },
});

/**
 * None for a user with fewer rights than the requester: the export may show content hidden from them. A user who lost
 * the right to export also loses their own exports.
 */
export function standingsTowards(
  record: Pick<ExportRecord, "role" | "grants" | "active" | "validated" | "is_own" | "made_with">,
): readonly (ProjectRole | Grant | "maker")[] {
  const standings = standingsIn(record);
  if (!record.made_with.every((grant) => standings.includes(grant))) return [];
  return record.is_own && standings.includes("export.view") ? [...standings, "maker"] : standings;
}

/** Grants of the user in a project; all for a super admin. */
export const holdsOf = (
  { grants: own }: { readonly grants: readonly Grant[] | null },
  { super_admin }: SessionUser,
): readonly Grant[] => (super_admin ? grants : (own ?? []));

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
    flags: (record, user) => flagsBy(exportRights, user, standingsTowards(record)),
  };
}
