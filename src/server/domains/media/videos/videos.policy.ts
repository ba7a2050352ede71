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
import type { VideosTable } from "./tables.ts";
import "./tables.ts";

export type VideoRecord = Selectable<VideosTable> & ProjectStanding;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    video: VideoRecord;
  }
}

export const videoRights = rightsFor<ProjectRole | Grant>()({
  about:
    "360 videos. Rights come from the caller's role in the video's project. A time-lapse of visits also needs the right " +
    "to see them, and is closed to every user while one of them is in the bin.",
  verbs: {
    view: { allows: "watch the video", to: ["videos.view", "super_admin"], reads: true },
    comment: { allows: "comment on it", to: ["videos.view", "super_admin"], whileOpen: true },
    edit: {
      allows: "change, hide or protect the video",
      to: ["videos.edit", "super_admin"],
      whileOpen: true,
    },
    delete: { allows: "delete the video", to: ["videos.edit", "super_admin"], whileOpen: true },
    download: { allows: "download the original", to: ["videos.edit", "super_admin"], reads: true },
    view_access: {
      allows: "see its viewers",
      to: ["owner", "manager", "super_admin"],
      reads: true,
    },
  },
});

/** Conditions of a video of visits, beside the rights of its project. */
export type VisitsShown = Pick<Selectable<VideosTable>, "of_visits" | "is_withheld">;

export const videoFlags = (video: ProjectStanding & VisitsShown, user: SessionUser | null) =>
  flagsBy(videoRights, video.is_withheld ? null : user, titlesIn(video), isOpen(video));

/** A user who may not see the visits has no standing towards a video made of them. */
function titlesIn(video: ProjectStanding & VisitsShown): readonly (ProjectRole | Grant)[] {
  const standings = standingsIn(video);
  return !video.of_visits || standings.includes("visits.view") ? standings : [];
}

export function videoPolicy(db: Database): Policy<VideoRecord> {
  return {
    rights: videoRights,
    load: (key, user) => findInProject<Selectable<VideosTable>>(db, "videos", key, user),
    flags: videoFlags,
    refusal: (_, verb) => (verb === "comment" ? "VIDEO_VIEW_DENIED" : "VIDEO_EDIT_DENIED"),
  };
}
