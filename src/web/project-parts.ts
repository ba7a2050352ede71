import { AutodeskPart, showsAutodesk } from "./features/autodesk/autodesk-parts.tsx";
import { CamerasPart } from "./features/cctv/cctv-parts.tsx";
import { ExportAction } from "./features/exports/export-action.tsx";
import { LivePart } from "./features/live/live-parts.tsx";
import type { ProjectParts } from "./features/projects/parts.ts";
import { SchedulePart } from "./features/schedules/schedules-parts.tsx";
import { PlansPart } from "./features/sheets/sheets-parts.tsx";
import { SnagsPart } from "./features/snags/snags-parts.tsx";
import { SnapshotsPart } from "./features/snapshots/snapshots-parts.tsx";
import { ProjectFailure } from "./features/team/live/project-failure.tsx";
import { JoinPart, LeavePart, TeamPart } from "./features/team/team-parts.tsx";
import { ProjectToolsPart } from "./features/tools/tools-parts.tsx";
import { VideosPart } from "./features/videos/project/videos-part.tsx";

/** What features put onto a project's page, in this order. Heavy ones are lazy: the page is there before they are. */
export const projectParts: ProjectParts = {
  panels: [
    {
      id: "plans",
      title: "sheets.title",
      place: "main",
      isShown: ({ can }) => can["view_sheets"] === true,
      Component: PlansPart,
    },
    {
      id: "snags",
      title: "snags.title",
      place: "main",
      // Whoever is in the project sees at least those that are his.
      isShown: ({ can, role }) => can["view_snags"] === true || role !== null,
      Component: SnagsPart,
    },
    {
      id: "cameras",
      title: "cctv.title",
      place: "main",
      isShown: ({ can }) => can["view_cameras"] === true,
      Component: CamerasPart,
    },
    {
      id: "live",
      title: "live.panel.title",
      place: "side",
      isShown: ({ can }) => can["view_live"] === true,
      Component: LivePart,
    },
    {
      id: "schedule",
      title: "schedules.panel.title",
      place: "side",
      isShown: ({ can }) => can["view_visits"] === true,
      Component: SchedulePart,
    },
    {
      id: "videos",
      title: "videos.title",
      place: "main",
      isShown: ({ can }) => can["view_videos"] === true,
      Component: VideosPart,
    },
    {
      id: "snapshots",
      title: "snapshots.title",
      place: "main",
      isShown: ({ can }) => can["view_visits"] === true,
      Component: SnapshotsPart,
    },
    {
      id: "team",
      title: "team.title",
      place: "side",
      isShown: ({ can }) => can["view_team"] === true,
      Component: TeamPart,
    },
    {
      id: "boards",
      title: "tools.panel.title",
      place: "side",
      isShown: ({ can }) => can["view_snags"] === true,
      Component: ProjectToolsPart,
    },
    {
      id: "autodesk",
      title: "autodesk.title",
      place: "side",
      isShown: showsAutodesk,
      Component: AutodeskPart,
    },
  ],
  actions: [JoinPart, ExportAction, LeavePart],
  Failure: ProjectFailure,
};
