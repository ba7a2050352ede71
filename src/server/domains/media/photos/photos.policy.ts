import type { Selectable } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import { isOpen, type ProjectStanding, standingsIn } from "#server/domains/sites/projects/projects.policy.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { PhotosTable } from "./tables.ts";
import "./tables.ts";

export type PhotoRecord = Selectable<PhotosTable> & ProjectStanding;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    photo: PhotoRecord;
  }
}

const contributors = ["visits.edit", "super_admin"] as const;

export const photoRights = rightsFor<ProjectRole | Grant>()({
  about: "Photos of a project that are not 360 photos. The role is the one in the project.",
  verbs: {
    view: { allows: "view the photo", to: ["visits.view", "super_admin"], reads: true },
    download: { allows: "download the original", to: contributors, reads: true },
    edit: { allows: "edit its caption, date, visit and position", to: contributors, whileOpen: true },
    delete: { allows: "move it to the bin and restore it", to: contributors, whileOpen: true },
    add_snag: { allows: "create a snag from it", to: ["snags.edit", "super_admin"], whileOpen: true },
  },
});

export const photoFlags = (photo: ProjectStanding, user: SessionUser | null) =>
  flagsBy(photoRights, user, standingsIn(photo), isOpen(photo));

export function photoPolicy(db: Database): Policy<PhotoRecord> {
  return {
    rights: photoRights,
    load: (key, user) =>
      db
        .selectFrom("photos as f")
        .innerJoin("projects as p", "p.id", "f.id_project")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
        )
        .selectAll("f")
        .select(["m.role", "m.grants", "p.active", "p.validated"])
        .where("f.deleted_at", "is", null)
        .where("p.deleted_at", "is", null)
        .where("f.id", "=", Number(key))
        .executeTakeFirst(),
    flags: photoFlags,
    refusal: (_, verb) => (verb === "add_snag" ? "SNAG_EDIT_DENIED" : "VISIT_EDIT_DENIED"),
  };
}
