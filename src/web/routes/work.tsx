import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import {
  Building2,
  Camera,
  ChartLine,
  ClipboardList,
  LayoutDashboard,
  Map as MapIcon,
  NotebookPen,
  Radio,
  Trash2,
  Users,
  Video,
} from "lucide-react";
import { inside } from "./frame.tsx";
import { reportRoutes } from "./reports.tsx";
import { spotRoutes } from "./spots.tsx";

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
  component: lazyRouteComponent(async () => {
    const [{ DiaryScreen }, { diaryParts }] = await Promise.all([
      import("../features/work/diary/diary-screen.tsx"),
      import("../diary-parts.ts"),
    ]);
    return { Diary: () => <DiaryScreen parts={diaryParts} /> };
  }, "Diary"),
  staticData: { title: "shell.titles.diary", parent: "/projects", menu: { icon: NotebookPen } },
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

const crews = createRoute({
  getParentRoute: () => inside,
  path: "/crews/{-$id}",
  component: lazyRouteComponent(() => import("../features/work/crews/crews-screen.tsx"), "CrewsScreen"),
  staticData: {
    title: "shell.titles.crews",
    parent: "/snags",
    menu: { icon: Users, under: "/snags" },
  },
});

const snags = createRoute({
  getParentRoute: () => inside,
  path: "/snags/{-$id}",
  component: lazyRouteComponent(async () => {
    const [{ SnagsScreen }, { snagParts }] = await Promise.all([
      import("../features/work/snags/snags-screen.tsx"),
      import("../snag-parts.tsx"),
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
  ...spotRoutes,
  ...reportRoutes,
  editChannel,
  goLive,
  snags,
  crews,
  waiting,
  projectsBin,
] as const;
