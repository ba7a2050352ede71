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
import type { SnagsTable } from "./tables.ts";
import "./tables.ts";

export type SnagRecord = Selectable<SnagsTable> & ProjectStanding;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    snag: SnagRecord;
  }
}

/** A role or right in the project, or `party`: the author or the assignee, if they hold `snags.own`. */
type SnagTitle = ProjectRole | Grant | "party";

const editors = ["snags.edit", "super_admin"] as const;

export const snagRights = rightsFor<SnagTitle>()({
  about:
    "Snags. Roles and rights are those in the snag's project; `party` is the author or the assignee of the snag, as long " +
    "as they hold snags.own there.",
  verbs: {
    view: { allows: "view the snag", to: ["snags.view", "party", "super_admin"], reads: true },
    edit: { allows: "edit the snag", to: editors, whileOpen: true },
    answer: {
      allows: "change its status, except to closed, and add photos",
      to: ["snags.edit", "party", "super_admin"],
      whileOpen: true,
    },
    comment: {
      allows: "comment on the snag",
      to: ["snags.view", "party", "super_admin"],
      whileOpen: true,
    },
    delete: { allows: "delete the snag", to: editors, whileOpen: true },
  },
});

type SnagStanding = ProjectStanding & {
  readonly id_user: number | null;
  readonly id_assignee: number | null;
};

const titlesIn = (snag: SnagStanding, user: SessionUser | null): readonly SnagTitle[] => {
  const standings = standingsIn(snag);
  const isParty = user !== null && [snag.id_user, snag.id_assignee].includes(user.id);
  return isParty && standings.includes("snags.own") ? [...standings, "party"] : standings;
};

export const snagFlags = (snag: SnagStanding, user: SessionUser | null) =>
  flagsBy(snagRights, user, titlesIn(snag, user), isOpen(snag));

export function snagPolicy(db: Database): Policy<SnagRecord> {
  return {
    rights: snagRights,
    load: (key, user) => findInProject<Selectable<SnagsTable>>(db, "snags", Number(key), user),
    flags: snagFlags,
    refusal: () => "SNAG_EDIT_DENIED",
  };
}
