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
import type { CamerasTable } from "./tables.ts";
import "./tables.ts";

export type CameraRecord = Selectable<CamerasTable> & ProjectStanding;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    camera: CameraRecord;
  }
}

export const cameraRights = rightsFor<ProjectRole | Grant>()({
  about: "Cameras. Rights come from the caller's role in the camera's project.",
  verbs: {
    view: { allows: "watch the camera and its stills", to: ["cameras.view", "super_admin"], reads: true },
    check: { allows: "check whether it is online", to: ["cameras.view", "super_admin"], whileOpen: true },
    edit: {
      allows: "change the camera, take stills, create time-lapses",
      to: ["cameras.edit", "super_admin"],
      whileOpen: true,
    },
    delete: { allows: "delete the camera", to: ["cameras.edit", "super_admin"], whileOpen: true },
  },
});

export const cameraFlags = (camera: ProjectStanding, user: SessionUser | null) =>
  flagsBy(cameraRights, user, standingsIn(camera), isOpen(camera));

export function cameraPolicy(db: Database): Policy<CameraRecord> {
  return {
    rights: cameraRights,
    load: (key, user) => findInProject<Selectable<CamerasTable>>(db, "cameras", key, user),
    flags: cameraFlags,
    refusal: (_, verb) => (verb === "check" ? "CAMERA_VIEW_DENIED" : "CAMERA_EDIT_DENIED"),
  };
}
