import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import {
  Building2,
  Camera,
  Cctv,
  ChartLine,
  ClipboardList,
  LayoutDashboard,
  LayoutGrid,
  Map as MapIcon,
  NotebookPen,
  QrCode,
  Radio,
  Trash2,
  Video,
} from "lucide-react";
import { inside } from "./frame.tsx";

const dashboard = createRoute({
  getParentRoute: () => inside,
  path: "/dashboard",
  component: lazyRouteComponent(async () => {
    const [{ DashboardScreen }, { dashboardParts }] = await Promise.all([
      import("../features/oversight/dashboard/dashboard-screen.tsx"),
      import("../dashboard-parts.ts"),
    ]);
    return { Dashboard: () => <DashboardScreen parts={dashboardParts} /> };
  }, "Dashboard"),
  staticData: { title: "shell.titles.dashboard", menu: { icon: LayoutDashboard } },
});

const projects = createRoute({
  getParentRoute: () => inside,
  path: "/projects",
  component: lazyRouteComponent(async () => {
    const [{ ProjectsScreen }, { projectListParts }] = await Promise.all([
      import("../features/sites/projects/projects-screen.tsx"),
      import("../project-list-parts.ts"),
    ]);
    return { Projects: () => <ProjectsScreen parts={projectListParts} /> };
  }, "Projects"),
  staticData: { title: "shell.titles.projects", menu: { icon: Building2 } },
});

const projectsBin = createRoute({
  getParentRoute: () => inside,
  path: "/projects/bin",
  component: lazyRouteComponent(() => import("../features/sites/projects/bin/bin-screen.tsx"), "BinScreen"),
  staticData: {
    title: "shell.titles.projects_bin",
    parent: "/projects",
    menu: { icon: Trash2, under: "/projects" },
  },
});

const project = createRoute({
  getParentRoute: () => inside,
  path: "/project/$id",
  component: lazyRouteComponent(async () => {
    const [{ ProjectScreen }, { projectParts }] = await Promise.all([
      import("../features/sites/projects/project-screen.tsx"),
      import("../project-parts.ts"),
    ]);
    return { ProjectPage: () => <ProjectScreen parts={projectParts} /> };
  }, "ProjectPage"),
  staticData: { title: "shell.titles.project", parent: "/projects" },
});

const editProject = createRoute({
  getParentRoute: () => inside,
  path: "/editproject/$id",
  component: lazyRouteComponent(
    () => import("../features/sites/projects/edit-project-screen.tsx"),
    "EditProjectScreen",
  ),
  staticData: { title: "shell.titles.edit_project", parent: "/projects" },
});

const visits = createRoute({
  getParentRoute: () => inside,
  path: "/visits/{-$id}",
  component: lazyRouteComponent(() => import("../features/media/visits/visits-screen.tsx"), "VisitsScreen"),
  staticData: { title: "shell.titles.visits", menu: { icon: Camera } },
});

const editVisit = createRoute({
  getParentRoute: () => inside,
  path: "/editvisit/$id",
  component: lazyRouteComponent(
    () => import("../features/media/visits/edit-visit-screen.tsx"),
    "EditVisitScreen",
  ),
  staticData: { title: "shell.titles.edit_visit", parent: "/visits" },
});

const matchVisit = createRoute({
  getParentRoute: () => inside,
  path: "/editvisit/$id/match",
  component: lazyRouteComponent(
    () => import("../features/media/visits/match/match-screen.tsx"),
    "MatchScreen",
  ),
  staticData: { title: "shell.titles.match_visit", parent: "/visits" },
});

const progress = createRoute({
  getParentRoute: () => inside,
  path: "/progress/{-$id}",
  component: lazyRouteComponent(
    () => import("../features/work/progress/progress-screen.tsx"),
    "ProgressScreen",
  ),
  staticData: {
    title: "shell.titles.progress",
    parent: "/projects",
    menu: { icon: ChartLine },
  },
});

const diary = createRoute({
  getParentRoute: () => inside,
  path: "/diary/{-$id}",
  component: lazyRouteComponent(() => import("../features/work/diary/diary-screen.tsx"), "DiaryScreen"),
  staticData: { title: "shell.titles.diary", parent: "/projects", menu: { icon: NotebookPen } },
});

const spotCodes = createRoute({
  getParentRoute: () => inside,
  path: "/qrcodes/{-$id}",
  component: lazyRouteComponent(() => import("../features/media/spot-codes/codes-screen.tsx"), "CodesScreen"),
  staticData: {
    title: "shell.titles.spot_codes",
    parent: "/sheets",
    menu: { icon: QrCode, under: "/sheets" },
  },
});

/** The address on a label: `/q/{code}`. Without a code, those kept until there is a connection. */
const scannedSpot = createRoute({
  getParentRoute: () => inside,
  path: "/q/{-$code}",
  component: lazyRouteComponent(async () => {
    const [{ ScanScreen }, { scanParts }] = await Promise.all([
      import("../features/media/spot-codes/scan-screen.tsx"),
      import("../scan-parts.ts"),
    ]);
    return { Scan: () => <ScanScreen parts={scanParts} /> };
  }, "Scan"),
  staticData: { title: "shell.titles.spot", parent: "/qrcodes" },
});

const videos = createRoute({
  getParentRoute: () => inside,
  path: "/videos/{-$id}",
  component: lazyRouteComponent(() => import("../features/media/videos/videos-screen.tsx"), "VideosScreen"),
  staticData: { title: "shell.titles.videos", menu: { icon: Video } },
});

const watchVideo = createRoute({
  getParentRoute: () => inside,
  path: "/videos/$id/watch",
  component: lazyRouteComponent(
    () => import("../features/media/videos/watch/watch-screen.tsx"),
    "WatchScreen",
  ),
  staticData: { title: "shell.titles.video", parent: "/videos" },
});

const editVideo = createRoute({
  getParentRoute: () => inside,
  path: "/editvideo/$id",
  component: lazyRouteComponent(
    () => import("../features/media/videos/edit/edit-video-screen.tsx"),
    "EditVideoScreen",
  ),
  staticData: { title: "shell.titles.edit_video", parent: "/videos" },
});

const sheets = createRoute({
  getParentRoute: () => inside,
  path: "/sheets",
  component: lazyRouteComponent(() => import("../features/media/sheets/sheets-screen.tsx"), "SheetsScreen"),
  staticData: { title: "shell.titles.sheets", menu: { icon: MapIcon } },
});

const editSheet = createRoute({
  getParentRoute: () => inside,
  path: "/editsheet/$id",
  component: lazyRouteComponent(
    () => import("../features/media/sheets/edit-sheet-screen.tsx"),
    "EditSheetScreen",
  ),
  staticData: { title: "shell.titles.edit_sheet", parent: "/sheets" },
});

const editChannel = createRoute({
  getParentRoute: () => inside,
  path: "/editchannel/{-$id}",
  component: lazyRouteComponent(
    () => import("../features/media/live/edit-channel-screen.tsx"),
    "EditChannelScreen",
  ),
  staticData: {
    title: "shell.titles.channels",
    parent: "/projects",
    menu: { icon: Radio, label: "shell.titles.live" },
  },
});

const goLive = createRoute({
  getParentRoute: () => inside,
  path: "/golive/$id",
  component: lazyRouteComponent(
    () => import("../features/media/live/golive/go-live-screen.tsx"),
    "GoLiveScreen",
  ),
  staticData: { title: "shell.titles.go_live", parent: "/editchannel" },
});

const snags = createRoute({
  getParentRoute: () => inside,
  path: "/snags/{-$id}",
  component: lazyRouteComponent(async () => {
    const [{ SnagsScreen }, { snagParts }] = await Promise.all([
      import("../features/work/snags/snags-screen.tsx"),
      import("../snag-parts.ts"),
    ]);
    return { Snags: () => <SnagsScreen parts={snagParts} /> };
  }, "Snags"),
  staticData: { title: "shell.titles.snags", menu: { icon: ClipboardList } },
});

/** Acts made without a connection that have not been sent. */
const waiting = createRoute({
  getParentRoute: () => inside,
  path: "/waiting",
  component: lazyRouteComponent(
    () => import("../features/media/offline/waiting-screen.tsx"),
    "WaitingScreen",
  ),
  staticData: { title: "shell.titles.waiting" },
});

const cameras = createRoute({
  getParentRoute: () => inside,
  path: "/cctv",
  component: lazyRouteComponent(() => import("../features/media/cctv/cameras-screen.tsx"), "CamerasScreen"),
  staticData: { title: "shell.titles.cameras", menu: { icon: Cctv } },
});

/** Not below /cctv: the next segment there is the code of a camera's public page, and a code may be any word. */
const cameraWall = createRoute({
  getParentRoute: () => inside,
  path: "/cameras/wall",
  component: lazyRouteComponent(() => import("../features/media/cctv/wall/wall-screen.tsx"), "WallScreen"),
  staticData: {
    title: "shell.titles.camera_wall",
    parent: "/cctv",
    menu: { icon: LayoutGrid, under: "/cctv" },
  },
});

const camera = createRoute({
  getParentRoute: () => inside,
  path: "/cameras/$id",
  component: lazyRouteComponent(
    () => import("../features/media/cctv/page/camera-screen.tsx"),
    "CameraScreen",
  ),
  staticData: { title: "shell.titles.camera", parent: "/cctv" },
});

/** Projects, and their content. */
export const workRoutes = [
  dashboard,
  projects,
  project,
  editProject,
  visits,
  editVisit,
  matchVisit,
  progress,
  diary,
  videos,
  watchVideo,
  editVideo,
  sheets,
  editSheet,
  spotCodes,
  scannedSpot,
  editChannel,
  goLive,
  snags,
  waiting,
  cameras,
  cameraWall,
  camera,
  projectsBin,
] as const;
