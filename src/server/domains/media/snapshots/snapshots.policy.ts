import type { Selectable } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import { isOpen, type ProjectStanding, standingsIn } from "#server/domains/sites/projects/projects.policy.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { SnapshotsTable } from "./tables.ts";
import "./tables.ts";

export type SnapshotRecord = Selectable<SnapshotsTable> & ProjectStanding & { readonly id_project: number };

declare module "#server/platform/policy.ts" {
  interface Subjects {
    snapshot: SnapshotRecord;
  }
}

/** A role in the project, or `author`: the user who took it, as long as they may see the project's visits. */
type SnapshotTitle = ProjectRole | Grant | "author";

export const snapshotRights = rightsFor<SnapshotTitle>()({
  about:
    "Snapshots of views. The role is the one in the visit's project; `author` is the person who took it, as long as " +
    "they can view the visits there.",
  verbs: {
    view: { allows: "view the snapshot", to: ["visits.view", "super_admin"], reads: true },
    edit: { allows: "edit its note and drawing", to: ["author", "super_admin"], whileOpen: true },
    delete: { allows: "delete it", to: ["author", "visits.edit", "super_admin"], whileOpen: true },
  },
});

type SnapshotStanding = ProjectStanding & { readonly id_user: number | null };

const titlesIn = (snapshot: SnapshotStanding, user: SessionUser | null): readonly SnapshotTitle[] => {
  const standings = standingsIn(snapshot);
  const isAuthor = user !== null && snapshot.id_user === user.id && standings.includes("visits.view");
  return isAuthor ? [...standings, "author"] : standings;
};

export const snapshotFlags = (snapshot: SnapshotStanding, user: SessionUser | null) =>
  flagsBy(snapshotRights, user, titlesIn(snapshot, user), isOpen(snapshot));

export function snapshotPolicy(db: Database): Policy<SnapshotRecord> {
  return {
    rights: snapshotRights,
    load: (key, user) =>
      db
        .selectFrom("snapshots as s")
        .innerJoin("visits as v", "v.id", "s.id_visit")
        .innerJoin("projects as p", "p.id", "v.id_project")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
        )
        .selectAll("s")
        .select(["v.id_project", "m.role", "m.grants", "p.active", "p.validated"])
        .where("v.deleted_at", "is", null)
        .where("p.deleted_at", "is", null)
        .where("s.id", "=", Number(key))
        .executeTakeFirst(),
    flags: snapshotFlags,
    refusal: () => "SNAPSHOT_EDIT_DENIED",
  };
}
