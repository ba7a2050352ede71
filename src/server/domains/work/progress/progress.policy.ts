import type { Selectable } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import {
  findInProject,
  isOpen,
  type ProjectStanding,
  standingsIn,
} from "#server/domains/sites/projects/projects.policy.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ProgressEntriesTable } from "./tables.ts";
import "./tables.ts";

export type ProgressEntryRecord = Selectable<ProgressEntriesTable> & ProjectStanding;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    progress_entry: ProgressEntryRecord;
  }
}

export const progressEntryRights = rightsFor<ProjectRole | Grant>()({
  about: "Progress entries. Roles and rights are those in the project.",
  verbs: {
    edit: { allows: "edit the entry", to: ["visits.edit", "super_admin"], whileOpen: true },
    delete: { allows: "delete the entry", to: ["visits.edit", "super_admin"], whileOpen: true },
  },
});

export const progressEntryFlags = (entry: ProjectStanding, user: SessionUser | null) =>
  flagsBy(progressEntryRights, user, standingsIn(entry), isOpen(entry));

export function progressEntryPolicy(db: Database): Policy<ProgressEntryRecord> {
  return {
    rights: progressEntryRights,
    load: (key, user) =>
      findInProject<Selectable<ProgressEntriesTable>>(db, "progress_entries", Number(key), user),
    flags: progressEntryFlags,
    sees: (entry, { super_admin }) => super_admin || standingsIn(entry).includes("visits.view"),
    refusal: () => "VISIT_EDIT_DENIED",
  };
}
