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
import type { SheetsTable } from "./tables.ts";
import "./tables.ts";

export type SheetRecord = Selectable<SheetsTable> & ProjectStanding;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    sheet: SheetRecord;
  }
}

export const sheetRights = rightsFor<ProjectRole | Grant>()({
  about: "Floor plans, on which rooms have their positions. The role is the one in the floor plan's project.",
  verbs: {
    view: { allows: "view the floor plan", to: ["sheets.view", "super_admin"], reads: true },
    edit: {
      allows: "edit the floor plan and the positions of rooms on it",
      to: ["sheets.edit", "super_admin"],
      whileOpen: true,
    },
    add_snag: { allows: "add a snag on it", to: ["snags.edit", "super_admin"], whileOpen: true },
    delete: { allows: "delete the floor plan", to: ["sheets.edit", "super_admin"], whileOpen: true },
  },
});

export const sheetFlags = (sheet: ProjectStanding, user: SessionUser | null) =>
  flagsBy(sheetRights, user, standingsIn(sheet), isOpen(sheet));

export function sheetPolicy(db: Database): Policy<SheetRecord> {
  return {
    rights: sheetRights,
    load: (key, user) => findInProject<Selectable<SheetsTable>>(db, "sheets", Number(key), user),
    flags: sheetFlags,
    refusal: (_, verb) => (verb === "add_snag" ? "SNAG_EDIT_DENIED" : "SHEET_EDIT_DENIED"),
  };
}
