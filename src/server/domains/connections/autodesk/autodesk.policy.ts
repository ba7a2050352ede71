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
import type { AutodeskLinksTable } from "./tables.ts";
import "./tables.ts";

export type AutodeskLinkRecord = Selectable<AutodeskLinksTable> & ProjectStanding;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    autodesk_link: AutodeskLinkRecord;
  }
}

export const autodeskLinkRights = rightsFor<ProjectRole | Grant>()({
  about: "Links of projects to Autodesk. The role is the one in the project.",
  verbs: {
    import: { allows: "import drawings as floor plans", to: ["sheets.edit", "super_admin"], whileOpen: true },
    delete: { allows: "unlink the project", to: ["owner", "manager", "super_admin"], whileOpen: true },
  },
});

export const autodeskLinkFlags = (link: ProjectStanding, user: SessionUser | null) =>
  flagsBy(autodeskLinkRights, user, standingsIn(link), isOpen(link));

export function autodeskLinkPolicy(db: Database): Policy<AutodeskLinkRecord> {
  return {
    rights: autodeskLinkRights,
    load: (key, user) =>
      findInProject<Selectable<AutodeskLinksTable>>(db, "autodesk_links", Number(key), user),
    flags: autodeskLinkFlags,
    sees: (link, { super_admin }) => super_admin || standingsIn(link).includes("project.view"),
    refusal: () => "SHEET_EDIT_DENIED",
  };
}
