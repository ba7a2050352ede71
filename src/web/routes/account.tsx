import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { CloudDownload } from "lucide-react";
import { inside } from "./frame.tsx";

const inbox = createRoute({
  getParentRoute: () => inside,
  path: "/inbox/{-$id}",
  component: lazyRouteComponent(() => import("../features/people/messages/inbox-screen.tsx"), "InboxScreen"),
  staticData: { title: "shell.titles.inbox" },
});

const profile = createRoute({
  getParentRoute: () => inside,
  path: "/profile",
  component: lazyRouteComponent(async () => {
    const [{ ProfileScreen }, { OwnBilling }] = await Promise.all([
      import("../features/people/profile/profile-screen.tsx"),
      import("../features/money/billing/own/own-billing.tsx"),
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
      import("../features/people/profile/edit-profile-screen.tsx"),
      import("../features/people/sessions/own/own-sessions.tsx"),
    ]);
    return { EditProfile: () => <EditProfileScreen sessions={<OwnSessions />} /> };
  }, "EditProfile"),
  staticData: { title: "shell.titles.edit_profile", preventWhenProfileIncomplete: false },
});

const changePlan = createRoute({
  getParentRoute: () => inside,
  path: "/changeplan",
  component: lazyRouteComponent(
    () => import("../features/money/plans/change/change-plan-screen.tsx"),
    "ChangePlanScreen",
  ),
  staticData: { title: "shell.titles.change_plan" },
});

const saved = createRoute({
  getParentRoute: () => inside,
  path: "/saved",
  component: lazyRouteComponent(
    () => import("../features/people/profile/saved/saved-screen.tsx"),
    "SavedScreen",
  ),
  staticData: { title: "shell.titles.saved" },
});

const notifications = createRoute({
  getParentRoute: () => inside,
  path: "/notifications",
  component: lazyRouteComponent(
    () => import("../features/installation/notifications/notifications-screen.tsx"),
    "NotificationsScreen",
  ),
  staticData: { title: "shell.titles.notifications" },
});

const search = createRoute({
  getParentRoute: () => inside,
  path: "/search",
  component: lazyRouteComponent(
    () => import("../features/installation/search/screen/search-screen.tsx"),
    "SearchScreen",
  ),
  staticData: { title: "shell.titles.search" },
});

/** Projects saved on this device. */
const offline = createRoute({
  getParentRoute: () => inside,
  path: "/offline",
  component: lazyRouteComponent(async () => {
    const { OfflineScreen } = await import("../features/media/offline/copies/offline-screen.tsx");
    const parts = async () => (await import("../copy-parts.ts")).copyParts;
    return { Offline: () => <OfflineScreen parts={parts} /> };
  }, "Offline"),
  staticData: {
    title: "shell.titles.offline",
    parent: "/projects",
    menu: { icon: CloudDownload, under: "/projects" },
  },
});

/** The user's own area: notifications, profile, saved items, search, projects on this device. */
export const accountRoutes = [
  inbox,
  profile,
  editProfile,
  changePlan,
  saved,
  notifications,
  search,
  offline,
] as const;
