import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import {
  ClipboardCheck,
  History,
  MonitorSmartphone,
  RadioTower,
  ReceiptText,
  Ruler,
  ServerCog,
  Settings,
  Tags,
  Users,
  WalletCards,
} from "lucide-react";
import { lazy } from "react";
import { administration } from "./frame.tsx";

const approvals = createRoute({
  getParentRoute: () => administration,
  path: "/approvals",
  component: lazyRouteComponent(
    () => import("../features/sites/projects/approvals/approvals-screen.tsx"),
    "ApprovalsScreen",
  ),
  staticData: {
    title: "shell.titles.approvals",
    menu: {
      icon: ClipboardCheck,
      badge: lazy(async () => ({
        default: (await import("../features/sites/projects/approvals/waiting-badge.tsx")).WaitingBadge,
      })),
    },
  },
});

const categories = createRoute({
  getParentRoute: () => administration,
  path: "/categories",
  component: lazyRouteComponent(
    () => import("../features/sites/categories/categories-screen.tsx"),
    "CategoriesScreen",
  ),
  staticData: { title: "shell.titles.categories", menu: { icon: Tags } },
});

const channels = createRoute({
  getParentRoute: () => administration,
  path: "/channels",
  component: lazyRouteComponent(
    () => import("../features/media/live/list/channels-screen.tsx"),
    "ChannelsScreen",
  ),
  staticData: { title: "shell.titles.all_channels", menu: { icon: RadioTower } },
});

const plans = createRoute({
  getParentRoute: () => administration,
  path: "/plans",
  component: lazyRouteComponent(() => import("../features/money/plans/list/plans-screen.tsx"), "PlansScreen"),
  staticData: { title: "shell.titles.plans", menu: { icon: WalletCards } },
});

const editPlan = createRoute({
  getParentRoute: () => administration,
  path: "/editplan/$id",
  component: lazyRouteComponent(
    () => import("../features/money/plans/edit/edit-plan-screen.tsx"),
    "EditPlanScreen",
  ),
  staticData: { title: "shell.titles.edit_plan", parent: "/plans" },
});

const tiers = createRoute({
  getParentRoute: () => administration,
  path: "/tiers",
  component: lazyRouteComponent(
    () => import("../features/money/plans/tiers/tiers-screen.tsx"),
    "TiersScreen",
  ),
  staticData: { title: "shell.titles.tiers", menu: { icon: Ruler } },
});

const invoices = createRoute({
  getParentRoute: () => administration,
  path: "/invoices",
  component: lazyRouteComponent(
    () => import("../features/money/billing/invoices/invoices-screen.tsx"),
    "InvoicesScreen",
  ),
  staticData: { title: "shell.titles.invoices", menu: { icon: ReceiptText } },
});

const invoice = createRoute({
  getParentRoute: () => administration,
  path: "/invoices/$id",
  component: lazyRouteComponent(
    () => import("../features/money/billing/invoices/invoice-screen.tsx"),
    "InvoiceScreen",
  ),
  staticData: { title: "shell.titles.invoice", parent: "/invoices" },
});

const activityLog = createRoute({
  getParentRoute: () => administration,
  path: "/activity",
  component: lazyRouteComponent(
    () => import("../features/installation/audit/activity-screen.tsx"),
    "ActivityScreen",
  ),
  staticData: { title: "shell.titles.activity", menu: { icon: History } },
});

const users = createRoute({
  getParentRoute: () => administration,
  path: "/users",
  component: lazyRouteComponent(() => import("../features/people/users/users-screen.tsx"), "UsersScreen"),
  staticData: { title: "shell.titles.users", menu: { icon: Users } },
});

const usersBin = createRoute({
  getParentRoute: () => administration,
  path: "/users/bin",
  component: lazyRouteComponent(
    () => import("../features/people/users/bin/bin-screen.tsx"),
    "UsersBinScreen",
  ),
  staticData: { title: "shell.titles.users_bin", parent: "/users" },
});

const editUser = createRoute({
  getParentRoute: () => administration,
  path: "/edituser/$id",
  component: lazyRouteComponent(
    () => import("../features/people/users/edit-user-screen.tsx"),
    "EditUserScreen",
  ),
  staticData: { title: "shell.titles.edit_user", parent: "/users" },
});

const editMember = createRoute({
  getParentRoute: () => administration,
  path: "/editmember/$id/$idProject",
  component: lazyRouteComponent(
    () => import("../features/sites/team/edit-member-screen.tsx"),
    "EditMemberScreen",
  ),
  staticData: { title: "shell.titles.edit_member", parent: "/users" },
});

const sessions = createRoute({
  getParentRoute: () => administration,
  path: "/sessions",
  component: lazyRouteComponent(
    () => import("../features/people/sessions/sessions-screen.tsx"),
    "SessionsScreen",
  ),
  staticData: { title: "shell.titles.sessions", menu: { icon: MonitorSmartphone } },
});

const settings = createRoute({
  getParentRoute: () => administration,
  path: "/settings",
  component: lazyRouteComponent(
    () => import("../features/installation/settings/settings-screen.tsx"),
    "SettingsScreen",
  ),
  staticData: { title: "shell.titles.settings", menu: { icon: Settings } },
});

const system = createRoute({
  getParentRoute: () => administration,
  path: "/system",
  component: lazyRouteComponent(
    () => import("../features/installation/system/system-screen.tsx"),
    "SystemScreen",
  ),
  staticData: { title: "shell.titles.system", menu: { icon: ServerCog } },
});

/** For super admins only. */
export const administrationRoutes = [
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
  system,
  settings,
] as const;
