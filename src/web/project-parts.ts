import { createElement } from "react";
import type { Project } from "#contract/projects.ts";
import { AutodeskPart, showsAutodesk } from "./features/connections/autodesk/autodesk-parts.tsx";
import { ProjectToolsPart } from "./features/connections/tools/tools-parts.tsx";
import { CamerasPart } from "./features/media/cctv/cctv-parts.tsx";
import { LivePart } from "./features/media/live/live-parts.tsx";
import { CopyAction } from "./features/media/offline/copies/copy-action.tsx";
import { PhotosPart } from "./features/media/photos/photos-parts.tsx";
import { PlansPart } from "./features/media/sheets/sheets-parts.tsx";
import { SnapshotsPart } from "./features/media/snapshots/snapshots-parts.tsx";
import { VideosPart } from "./features/media/videos/project/videos-part.tsx";
import { ExportAction } from "./features/sites/exports/export-action.tsx";
import type { ProjectParts } from "./features/sites/projects/parts.ts";
import { ProjectFailure } from "./features/sites/team/live/project-failure.tsx";
import { JoinPart, LeavePart, TeamPart } from "./features/sites/team/team-parts.tsx";
import { CoveragePart } from "./features/work/coverage/coverage-parts.tsx";
import { OwnerReportPart } from "./features/work/owner-reports/owner-report-parts.tsx";
import { SchedulePart } from "./features/work/schedules/schedules-parts.tsx";
import { SnagsPart } from "./features/work/snags/snags-parts.tsx";

const copyParts = async () => (await import("./copy-parts.ts")).copyParts;

/** The contributions of features to a saved project are loaded when one is saved. */
const SaveOffline = ({ project }: { project: Project }) =>
  createElement(CopyAction, { project, parts: copyParts });

/** Parts that features add to a project's page, in this order. Heavy ones are lazy: the page renders before they load. */
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
      // Every member of the project sees at least their own snags.
      isShown: ({ can, role }) => can["view_snags"] === true || role !== null,
      Component: SnagsPart,
    },
    {
      id: "photos",
      title: "photos.title",
      place: "main",
      isShown: ({ can }) => can["view_visits"] === true,
      Component: PhotosPart,
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
      id: "coverage",
      title: "coverage.panel.title",
      place: "side",
      isShown: ({ can }) => can["view_visits"] === true,
      Component: CoveragePart,
    },
    {
      id: "schedule",
      title: "schedules.panel.title",
      place: "side",
      isShown: ({ can }) => can["view_visits"] === true,
      Component: SchedulePart,
    },
    {
      id: "report",
      title: "owner_reports.title",
      place: "side",
      isShown: ({ can }) => can["follow"] === true,
      Component: OwnerReportPart,
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
  actions: [JoinPart, SaveOffline, ExportAction, LeavePart],
  Failure: ProjectFailure,
};
