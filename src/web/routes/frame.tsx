import { createRootRoute, createRoute } from "@tanstack/react-router";
import { Building2, Camera, Cctv, ClipboardList, Radio, Video } from "lucide-react";
import { lazy, type ReactNode } from "react";
import { NotificationBell } from "../features/installation/notifications/bell.tsx";
import { SearchKeys } from "../features/installation/search/search-keys.tsx";
import { SearchTool } from "../features/installation/search/search-tool.tsx";
import { OfflineCompanion } from "../features/media/offline/offline-companion.tsx";
import { InboxButton } from "../features/people/messages/inbox-button.tsx";
import { WizardButton } from "../features/people/onboarding/wizard-button.tsx";
import { mayCreate } from "../lib/can-create.ts";
import { useSettled } from "../lib/use-settled.ts";
import type { CreateAction } from "../shell/create-menu.tsx";
import { DashboardLayout } from "../shell/dashboard-layout.tsx";
import { signedInOnly, superAdminsOnly } from "../shell/guards.ts";
import type { HeaderTools } from "../shell/header-tools.ts";
import { SettingUp } from "../shell/loading.tsx";
import { LogoutLater } from "../shell/logout-later.tsx";
import { Root } from "../shell/root.tsx";
import { later, useLater } from "../ui/later.ts";
import "../shell/route-data.ts";

/** Root layout of every route. */
export const root = createRootRoute({ component: Root });

/** Screens of signed-in users, inside the dashboard layout. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  beforeLoad: signedInOnly,
  component: Inside,
  pendingComponent: SettingUp,
});

/** Those of them for super admins only. */
export const administration = createRoute({
  getParentRoute: () => inside,
  id: "administration",
  beforeLoad: superAdminsOnly,
  staticData: { access: "super_admin" },
});

function Inside(): ReactNode {
  return <DashboardLayout createActions={createActions} tools={tools} />;
}

const copyParts = async () => (await import("../copy-parts.ts")).copyParts;

const Offline = (): ReactNode => <OfflineCompanion copyParts={copyParts} />;

const companions = later(() => import("./companions-later.tsx"));

const Companions = (): ReactNode => {
  const Later = useLater(companions, useSettled())?.LaterCompanions;
  return Later && <Later />;
};

const Waiting = (props: { className?: string }): ReactNode => {
  const Button = useLater(companions, useSettled())?.WaitingButton;
  return Button && <Button {...props} />;
};

/** Components that features add to the header. */
const tools: HeaderTools = {
  search: SearchTool,
  widgets: [Waiting, NotificationBell, InboxButton],
  wizard: WizardButton,
  companions: [Keys, Offline, Companions],
};

/** Entries of the create menu, in this order. */
const createActions: readonly CreateAction[] = [
  {
    kind: "project",
    label: "projects.new",
    icon: Building2,
    isAllowed: (user) => mayCreate(user, "project"),
    dialog: lazy(async () => ({
      default: (await import("../features/sites/projects/add-project-dialog.tsx")).AddProjectDialog,
    })),
  },
  {
    kind: "visit",
    label: "visits.new",
    icon: Camera,
    isAllowed: (user) => mayCreate(user, "visit"),
    dialog: lazy(async () => ({
      default: (await import("../features/media/visits/add-visit-dialog.tsx")).AddVisitDialog,
    })),
  },
  {
    kind: "video",
    label: "videos.new",
    icon: Video,
    isAllowed: (user) => mayCreate(user, "video"),
    dialog: lazy(async () => ({
      default: (await import("../features/media/videos/add/add-video-dialog.tsx")).AddVideoDialog,
    })),
  },
  {
    kind: "camera",
    label: "cctv.new",
    icon: Cctv,
    isAllowed: (user) => mayCreate(user, "camera"),
    dialog: lazy(async () => ({
      default: (await import("../features/media/cctv/dialog/add-camera-dialog.tsx")).AddCameraDialog,
    })),
  },
  {
    kind: "channel",
    label: "live.new",
    icon: Radio,
    isAllowed: (user) => mayCreate(user, "channel"),
    dialog: lazy(async () => ({
      default: (await import("../features/media/live/channel/new-channel-dialog.tsx")).NewChannelDialog,
    })),
  },
  {
    kind: "snag",
    label: "snags.new",
    icon: ClipboardList,
    isAllowed: (user) => mayCreate(user, "snag"),
    dialog: lazy(async () => ({
      default: (await import("../features/work/snags/new/new-snag-dialog.tsx")).NewSnagDialog,
    })),
  },
];

/** The command palette, with the screens and actions it links to. */
const palette = later(async () => {
  const [{ CommandPalette }, { useDestinations }] = await Promise.all([
    import("../features/installation/search/palette/command-palette.tsx"),
    import("../shell/use-destinations.ts"),
  ]);
  return () => <CommandPalette screens={useDestinations()} creations={createActions} Logout={LogoutLater} />;
});

/** Active from the start: a shortcut pressed while the palette is loading opens it once it is there. */
function Keys(): ReactNode {
  return <SearchKeys palette={palette} />;
}
