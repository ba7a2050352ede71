import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import {
  Building2,
  Camera,
  Cctv,
  ChartLine,
  ClipboardCheck,
  ClipboardList,
  History,
  LayoutDashboard,
  MonitorSmartphone,
  Radio,
  RadioTower,
  ReceiptText,
  Ruler,
  Settings,
  Tags,
  Users,
  Video,
  WalletCards,
} from "lucide-react";
import { lazy, type ReactNode } from "react";
import { InboxButton } from "./features/inbox/inbox-button.tsx";
import { mayBegin } from "./lib/begin.ts";
import { report } from "./lib/reporting/report.ts";
import "./shell/route-data.ts";
import { NotificationBell } from "./features/notifications/bell.tsx";
import { OfflineCompanion } from "./features/offline/offline-companion.tsx";
import { WizardButton } from "./features/onboarding/wizard-button.tsx";
import { SearchKeys } from "./features/search/search-keys.tsx";
import { SearchTool } from "./features/search/search-tool.tsx";
import { RightsCompanion } from "./features/team/live/rights-companion.tsx";
import { UploadsCompanion } from "./features/uploads/uploads-companion.tsx";
import type { CreateAction } from "./shell/create-menu.tsx";
import { DashboardLayout } from "./shell/dashboard-layout.tsx";
import { ErrorScreen } from "./shell/error-screen.tsx";
import { signedInOnly, superAdminsOnly } from "./shell/guards.ts";
import type { HeaderTools } from "./shell/header-tools.ts";
import { PendingScreen, SettingUp } from "./shell/loading.tsx";
import { LogoutDialog } from "./shell/logout-dialog.tsx";
import { NotFound } from "./shell/not-found.tsx";
import { Root } from "./shell/root.tsx";
import { setUp } from "./shell/set-up.ts";
import { later } from "./ui/later.ts";

/**
 * The one place where features meet: path, screen, access, title, menu. A screen is loaded when it is first
 * opened. To add one, write its route here and put it into the tree below. (/login and what else lies before the
 * application stand in doors.tsx; the public viewer is a page of its own.)
 */
const root = createRootRoute({ component: Root });

/** Screens of signed-in people, inside the dashboard layout. */
const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  beforeLoad: signedInOnly,
  component: Inside,
  pendingComponent: SettingUp,
});

/** Of those, the screens for super admins alone. */
const administration = createRoute({
  getParentRoute: () => inside,
  id: "administration",
  beforeLoad: superAdminsOnly,
  staticData: { access: "super_admin" },
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ href: "/dashboard" });
  },
});

function Inside(): ReactNode {
  return <DashboardLayout createActions={createActions} tools={tools} />;
}

/** What features put into the header. */
const tools: HeaderTools = {
  search: SearchTool,
  widgets: [NotificationBell, InboxButton],
  wizard: WizardButton,
  companions: [Keys, RightsCompanion, OfflineCompanion, UploadsCompanion],
};

/** What the create menu offers, in this order. */
const createActions: readonly CreateAction[] = [
  {
    kind: "project",
    label: "projects.new",
    icon: Building2,
    isAllowed: (user) => mayBegin(user, "project"),
    dialog: lazy(async () => ({
      default: (await import("./features/projects/add-project-dialog.tsx")).AddProjectDialog,
    })),
  },
  {
    kind: "visit",
    label: "visits.new",
    icon: Camera,
    isAllowed: (user) => mayBegin(user, "visit"),
    dialog: lazy(async () => ({
      default: (await import("./features/visits/add-visit-dialog.tsx")).AddVisitDialog,
    })),
  },
  {
    kind: "video",
    label: "videos.new",
    icon: Video,
    isAllowed: (user) => mayBegin(user, "video"),
    dialog: lazy(async () => ({
      default: (await import("./features/videos/add/add-video-dialog.tsx")).AddVideoDialog,
    })),
  },
  {
    kind: "camera",
    label: "cctv.new",
    icon: Cctv,
    isAllowed: (user) => mayBegin(user, "camera"),
    dialog: lazy(async () => ({
      default: (await import("./features/cctv/dialog/add-camera-dialog.tsx")).AddCameraDialog,
    })),
  },
  {
    kind: "channel",
    label: "live.new",
    icon: Radio,
    isAllowed: (user) => mayBegin(user, "channel"),
    dialog: lazy(async () => ({
      default: (await import("./features/live/channel/new-channel-dialog.tsx")).NewChannelDialog,
    })),
  },
  {
    kind: "snag",
    label: "snags.new",
    icon: ClipboardList,
    isAllowed: (user) => mayBegin(user, "snag"),
    dialog: lazy(async () => ({
      default: (await import("./features/snags/new/new-snag-dialog.tsx")).NewSnagDialog,
    })),
  },
];

/** The command palette, and the screens and acts it leads to. */
const palette = later(async () => {
  const [{ CommandPalette }, { usePlaces }] = await Promise.all([
    import("./features/search/palette/command-palette.tsx"),
    import("./shell/use-places.ts"),
  ]);
  return () => <CommandPalette screens={usePlaces()} creations={createActions} Logout={LogoutDialog} />;
});

function Keys(): ReactNode {
  return <SearchKeys palette={palette} />;
}

const dashboard = createRoute({
  getParentRoute: () => inside,
  path: "/dashboard",
  component: lazyRouteComponent(async () => {
    const [{ DashboardScreen }, { dashboardParts }] = await Promise.all([
      import("./features/dashboard/dashboard-screen.tsx"),
      import("./dashboard-parts.ts"),
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
      import("./features/projects/projects-screen.tsx"),
      import("./project-list-parts.ts"),
    ]);
    return { Projects: () => <ProjectsScreen parts={projectListParts} /> };
  }, "Projects"),
  staticData: { title: "shell.titles.projects", menu: { icon: Building2 } },
});

const projectsBin = createRoute({
  getParentRoute: () => inside,
  path: "/projects/bin",
  component: lazyRouteComponent(() => import("./features/projects/bin/bin-screen.tsx"), "BinScreen"),
  staticData: { title: "shell.titles.projects_bin", parent: "/projects" },
});

const project = createRoute({
  getParentRoute: () => inside,
  path: "/project/$id",
  component: lazyRouteComponent(async () => {
    const [{ ProjectScreen }, { projectParts }] = await Promise.all([
      import("./features/projects/project-screen.tsx"),
      import("./project-parts.ts"),
    ]);
    return { ProjectPage: () => <ProjectScreen parts={projectParts} /> };
  }, "ProjectPage"),
  staticData: { title: "shell.titles.project", parent: "/projects" },
});

const editProject = createRoute({
  getParentRoute: () => inside,
  path: "/editproject/$id",
  component: lazyRouteComponent(
    () => import("./features/projects/edit-project-screen.tsx"),
    "EditProjectScreen",
  ),
  staticData: { title: "shell.titles.edit_project", parent: "/projects" },
});

const visits = createRoute({
  getParentRoute: () => inside,
  path: "/visits/{-$id}",
  component: lazyRouteComponent(() => import("./features/visits/visits-screen.tsx"), "VisitsScreen"),
  staticData: { title: "shell.titles.visits", menu: { icon: Camera } },
});

const editVisit = createRoute({
  getParentRoute: () => inside,
  path: "/editvisit/$id",
  component: lazyRouteComponent(() => import("./features/visits/edit-visit-screen.tsx"), "EditVisitScreen"),
  staticData: { title: "shell.titles.edit_visit", parent: "/visits" },
});

const progress = createRoute({
  getParentRoute: () => inside,
  path: "/progress/{-$id}",
  component: lazyRouteComponent(() => import("./features/progress/progress-screen.tsx"), "ProgressScreen"),
  staticData: {
    title: "shell.titles.progress",
    parent: "/projects",
    menu: { icon: ChartLine, under: "/projects" },
  },
});

const videos = createRoute({
  getParentRoute: () => inside,
  path: "/videos/{-$id}",
  component: lazyRouteComponent(() => import("./features/videos/videos-screen.tsx"), "VideosScreen"),
  staticData: { title: "shell.titles.videos", menu: { icon: Video } },
});

const watchVideo = createRoute({
  getParentRoute: () => inside,
  path: "/videos/$id/watch",
  component: lazyRouteComponent(() => import("./features/videos/watch/watch-screen.tsx"), "WatchScreen"),
  staticData: { title: "shell.titles.video", parent: "/videos" },
});

const editVideo = createRoute({
  getParentRoute: () => inside,
  path: "/editvideo/$id",
  component: lazyRouteComponent(
    () => import("./features/videos/edit/edit-video-screen.tsx"),
    "EditVideoScreen",
  ),
  staticData: { title: "shell.titles.edit_video", parent: "/videos" },
});

const editChannel = createRoute({
  getParentRoute: () => inside,
  path: "/editchannel/{-$id}",
  component: lazyRouteComponent(() => import("./features/live/edit-channel-screen.tsx"), "EditChannelScreen"),
  staticData: {
    title: "shell.titles.channels",
    parent: "/projects",
    menu: { icon: Radio, under: "/projects" },
  },
});

const goLive = createRoute({
  getParentRoute: () => inside,
  path: "/golive/$id",
  component: lazyRouteComponent(() => import("./features/live/golive/go-live-screen.tsx"), "GoLiveScreen"),
  staticData: { title: "shell.titles.go_live", parent: "/editchannel" },
});

const channels = createRoute({
  getParentRoute: () => administration,
  path: "/channels",
  component: lazyRouteComponent(() => import("./features/live/list/channels-screen.tsx"), "ChannelsScreen"),
  staticData: { title: "shell.titles.all_channels", menu: { icon: RadioTower } },
});

const editSheet = createRoute({
  getParentRoute: () => inside,
  path: "/editsheet/$id",
  component: lazyRouteComponent(() => import("./features/sheets/edit-sheet-screen.tsx"), "EditSheetScreen"),
  staticData: { title: "shell.titles.edit_sheet", parent: "/projects" },
});

const snags = createRoute({
  getParentRoute: () => inside,
  path: "/snags/{-$id}",
  component: lazyRouteComponent(() => import("./features/snags/snags-screen.tsx"), "SnagsScreen"),
  staticData: { title: "shell.titles.snags", menu: { icon: ClipboardList } },
});

const cameras = createRoute({
  getParentRoute: () => inside,
  path: "/cctv",
  component: lazyRouteComponent(() => import("./features/cctv/cameras-screen.tsx"), "CamerasScreen"),
  staticData: { title: "shell.titles.cameras", menu: { icon: Cctv, under: "/projects" } },
});

/** Not below /cctv: what follows there is the code of a camera's public page, and a code may be any word. */
const cameraWall = createRoute({
  getParentRoute: () => inside,
  path: "/cameras/wall",
  component: lazyRouteComponent(() => import("./features/cctv/wall/wall-screen.tsx"), "WallScreen"),
  staticData: { title: "shell.titles.camera_wall", parent: "/cctv" },
});

const camera = createRoute({
  getParentRoute: () => inside,
  path: "/cameras/$id",
  component: lazyRouteComponent(() => import("./features/cctv/page/camera-screen.tsx"), "CameraScreen"),
  staticData: { title: "shell.titles.camera", parent: "/cctv" },
});

const inbox = createRoute({
  getParentRoute: () => inside,
  path: "/inbox/{-$id}",
  component: lazyRouteComponent(() => import("./features/inbox/inbox-screen.tsx"), "InboxScreen"),
  staticData: { title: "shell.titles.inbox" },
});

const profile = createRoute({
  getParentRoute: () => inside,
  path: "/profile",
  component: lazyRouteComponent(async () => {
    const [{ ProfileScreen }, { OwnBilling }] = await Promise.all([
      import("./features/profile/profile-screen.tsx"),
      import("./features/billing/own/own-billing.tsx"),
    ]);
    return { Profile: () => <ProfileScreen billing={<OwnBilling />} /> };
  }, "Profile"),
  staticData: { title: "shell.titles.profile" },
});

const editProfile = createRoute({
  getParentRoute: () => inside,
  path: "/editprofile",
  component: lazyRouteComponent(async () => {
    const [{ EditProfileScreen }, { OwnSessions }] = await Promise.all([
      import("./features/profile/edit-profile-screen.tsx"),
      import("./features/sessions/own/own-sessions.tsx"),
    ]);
    return { EditProfile: () => <EditProfileScreen sessions={<OwnSessions />} /> };
  }, "EditProfile"),
  staticData: { title: "shell.titles.edit_profile", preventWhenProfileIncomplete: false },
});

const changePlan = createRoute({
  getParentRoute: () => inside,
  path: "/changeplan",
  component: lazyRouteComponent(
    () => import("./features/plans/change/change-plan-screen.tsx"),
    "ChangePlanScreen",
  ),
  staticData: { title: "shell.titles.change_plan" },
});

const saved = createRoute({
  getParentRoute: () => inside,
  path: "/saved",
  component: lazyRouteComponent(() => import("./features/profile/saved/saved-screen.tsx"), "SavedScreen"),
  staticData: { title: "shell.titles.saved" },
});

const search = createRoute({
  getParentRoute: () => inside,
  path: "/search",
  component: lazyRouteComponent(() => import("./features/search/screen/search-screen.tsx"), "SearchScreen"),
  staticData: { title: "shell.titles.search" },
});

const notifications = createRoute({
  getParentRoute: () => inside,
  path: "/notifications",
  component: lazyRouteComponent(
    () => import("./features/notifications/notifications-screen.tsx"),
    "NotificationsScreen",
  ),
  staticData: { title: "shell.titles.notifications" },
});

/** Everybody's to see, and without the frame of the application. */
const person = createRoute({
  getParentRoute: () => root,
  path: "/user/$code",
  beforeLoad: setUp,
  component: lazyRouteComponent(
    () => import("./features/profile/public/public-profile-screen.tsx"),
    "PublicProfileScreen",
  ),
  staticData: { title: "shell.titles.person" },
});

const showcase = createRoute({
  getParentRoute: () => root,
  path: "/showcase/$code",
  beforeLoad: setUp,
  component: lazyRouteComponent(() => import("./features/showcase/showcase-screen.tsx"), "ShowcaseScreen"),
  staticData: { title: "shell.titles.showcase" },
});

const users = createRoute({
  getParentRoute: () => administration,
  path: "/users",
  component: lazyRouteComponent(() => import("./features/users/users-screen.tsx"), "UsersScreen"),
  staticData: { title: "shell.titles.users", menu: { icon: Users } },
});

const editUser = createRoute({
  getParentRoute: () => administration,
  path: "/edituser/$id",
  component: lazyRouteComponent(() => import("./features/users/edit-user-screen.tsx"), "EditUserScreen"),
  staticData: { title: "shell.titles.edit_user", parent: "/users" },
});

const usersBin = createRoute({
  getParentRoute: () => administration,
  path: "/users/bin",
  component: lazyRouteComponent(() => import("./features/users/bin/bin-screen.tsx"), "UsersBinScreen"),
  staticData: { title: "shell.titles.users_bin", parent: "/users" },
});

const invoices = createRoute({
  getParentRoute: () => administration,
  path: "/invoices",
  component: lazyRouteComponent(() => import("./features/invoices/invoices-screen.tsx"), "InvoicesScreen"),
  staticData: { title: "shell.titles.invoices", menu: { icon: ReceiptText } },
});

const invoice = createRoute({
  getParentRoute: () => administration,
  path: "/invoices/$id",
  component: lazyRouteComponent(() => import("./features/invoices/invoice-screen.tsx"), "InvoiceScreen"),
  staticData: { title: "shell.titles.invoice", parent: "/invoices" },
});

const activityLog = createRoute({
  getParentRoute: () => administration,
  path: "/activity",
  component: lazyRouteComponent(
    () => import("./features/activity-log/activity-screen.tsx"),
    "ActivityScreen",
  ),
  staticData: { title: "shell.titles.activity", menu: { icon: History } },
});

const approvals = createRoute({
  getParentRoute: () => administration,
  path: "/approvals",
  component: lazyRouteComponent(() => import("./features/approvals/approvals-screen.tsx"), "ApprovalsScreen"),
  staticData: {
    title: "shell.titles.approvals",
    menu: {
      icon: ClipboardCheck,
      badge: lazy(async () => ({
        default: (await import("./features/approvals/waiting-badge.tsx")).WaitingBadge,
      })),
    },
  },
});

const plans = createRoute({
  getParentRoute: () => administration,
  path: "/plans",
  component: lazyRouteComponent(() => import("./features/plans/list/plans-screen.tsx"), "PlansScreen"),
  staticData: { title: "shell.titles.plans", menu: { icon: WalletCards } },
});

const editPlan = createRoute({
  getParentRoute: () => administration,
  path: "/editplan/$id",
  component: lazyRouteComponent(() => import("./features/plans/edit/edit-plan-screen.tsx"), "EditPlanScreen"),
  staticData: { title: "shell.titles.edit_plan", parent: "/plans" },
});

const tiers = createRoute({
  getParentRoute: () => administration,
  path: "/tiers",
  component: lazyRouteComponent(() => import("./features/tiers/tiers-screen.tsx"), "TiersScreen"),
  staticData: { title: "shell.titles.tiers", menu: { icon: Ruler } },
});

const categories = createRoute({
  getParentRoute: () => administration,
  path: "/categories",
  component: lazyRouteComponent(
    () => import("./features/categories/categories-screen.tsx"),
    "CategoriesScreen",
  ),
  staticData: { title: "shell.titles.categories", menu: { icon: Tags } },
});

const editMember = createRoute({
  getParentRoute: () => administration,
  path: "/editmember/$id/$idProject",
  component: lazyRouteComponent(() => import("./features/team/edit-member-screen.tsx"), "EditMemberScreen"),
  staticData: { title: "shell.titles.edit_member", parent: "/users" },
});

const sessions = createRoute({
  getParentRoute: () => administration,
  path: "/sessions",
  component: lazyRouteComponent(() => import("./features/sessions/sessions-screen.tsx"), "SessionsScreen"),
  staticData: { title: "shell.titles.sessions", menu: { icon: MonitorSmartphone } },
});

const settings = createRoute({
  getParentRoute: () => administration,
  path: "/settings",
  component: lazyRouteComponent(() => import("./features/settings/settings-screen.tsx"), "SettingsScreen"),
  staticData: { title: "shell.titles.settings", menu: { icon: Settings } },
});

/** Everything of the kit on one page; only where this is developed. */
const kit = createRoute({
  getParentRoute: () => inside,
  path: "/kit",
  component: lazyRouteComponent(() => import("./kit/kit-screen.tsx"), "KitScreen"),
});

const tree = root.addChildren([
  home,
  person,
  showcase,
  inside.addChildren([
    dashboard,
    projects,
    project,
    editProject,
    visits,
    editVisit,
    progress,
    videos,
    watchVideo,
    editVideo,
    editSheet,
    editChannel,
    goLive,
    snags,
    cameras,
    cameraWall,
    camera,
    projectsBin,
    inbox,
    profile,
    editProfile,
    changePlan,
    saved,
    notifications,
    search,
    administration.addChildren([
      approvals,
      categories,
      channels,
      plans,
      editPlan,
      tiers,
      invoices,
      invoice,
      activityLog,
      users,
      usersBin,
      editUser,
      editMember,
      sessions,
      settings,
    ]),
    ...(import.meta.env.DEV ? [kit] : []),
  ]),
]);

export function createAppRouter() {
  return createRouter({
    routeTree: tree,
    defaultPreload: false,
    defaultPendingMs: 120,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PendingScreen,
    defaultNotFoundComponent: NotFound,
    defaultOnCatch: report,
    defaultErrorComponent: ({ error, reset }) => <ErrorScreen error={error} onRetry={reset} />,
    scrollRestoration: true,
    trailingSlash: "never",
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
