import {
  Bell,
  Bookmark,
  CloudUpload,
  Inbox,
  type LucideIcon,
  PanelTop,
  ReceiptText,
  Search,
  User,
  UserPen,
} from "lucide-react";
import { useMemo } from "react";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { plainPath } from "./menu.ts";
import { useRoutes } from "./use-menu.ts";

/** A screen that is reachable by its path alone. */
export interface Destination {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** Icons of screens that have no menu entry, and so none in the route table. */
const icons: Readonly<Record<string, LucideIcon>> = {
  "/profile": User,
  "/editprofile": UserPen,
  "/changeplan": ReceiptText,
  "/saved": Bookmark,
  "/waiting": CloudUpload,
  "/search": Search,
  "/notifications": Bell,
  "/inbox": Inbox,
};

/** Every screen of this user that needs no parameters, by its displayed title; those in the menu and the others. */
export function useDestinations(): Destination[] {
  const t = useText();
  const user = useUser();
  const isSuperAdmin = user?.super_admin ?? false;
  const can = user?.can;
  const routes = useRoutes();
  return useMemo(
    () =>
      routes.flatMap(({ fullPath, parentRoute, options: { staticData } }): Destination[] => {
        const path = plainPath(fullPath);
        const isInside = parentRoute?.id.startsWith("/inside") === true;
        const isAdmin = parentRoute?.options.staticData?.access === "super_admin";
        if (!isInside || staticData?.title === undefined || path.includes("$")) return [];
        if (isAdmin && !isSuperAdmin) return [];
        const opens = staticData.menu?.opens;
        if (opens !== undefined && can?.[opens] !== true) return [];
        const icon = staticData.menu?.icon ?? icons[path] ?? PanelTop;
        return [{ path, label: t(staticData.title), icon }];
      }),
    [routes, t, isSuperAdmin, can],
  );
}
