import { type StaticDataRouteOption, useLocation, useMatches, useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { arrangeMenu, isOn, type MenuSource, type MenuTree, plainPath } from "./menu.ts";

interface AnyRoute {
  id: string;
  fullPath: string;
  options: { staticData?: StaticDataRouteOption };
  parentRoute?: AnyRoute;
}

/** The menu of this user in this language, read from the route table. */
export function useMenu(): MenuTree {
  const t = useText();
  const user = useUser();
  const isSuperAdmin = user?.super_admin ?? false;
  const can = user?.can;
  const routes = useRoutes();
  return useMemo(() => {
    const sources = routes.flatMap(({ fullPath, parentRoute, options: { staticData } }): MenuSource[] => {
      if (staticData?.menu === undefined || staticData.title === undefined) return [];
      const { icon, label, badge, under, isOutside, opens } = staticData.menu;
      if (opens !== undefined && can?.[opens] !== true) return [];
      return [
        {
          path: plainPath(fullPath),
          label: t(label ?? staticData.title),
          icon,
          isAdmin: parentRoute?.options.staticData?.access === "super_admin",
          ...(badge && { badge }),
          ...(isOutside && { isOutside }),
          ...(under !== undefined && { under }),
        },
      ];
    });
    return arrangeMenu(sources, isSuperAdmin);
  }, [routes, t, isSuperAdmin, can]);
}

/** Whether the page on screen is that of a menu entry, is below it, or names it as its parent and has no entry itself. */
export function useIsHere(): (path: string) => boolean {
  const address = useLocation({ select: ({ pathname }) => pathname });
  const parent = useMatches({
    select: (matches) => {
      const data = matches.at(-1)?.staticData;
      return data?.menu === undefined ? data?.parent : undefined;
    },
  });
  return (path) => isOn(path, address) || path === parent;
}

/** Whether a path is a screen of this build; menu entries without an existing screen are not shown. */
export function useHasRoute(): (path: string) => boolean {
  const routes = useRoutes();
  return (path) => routes.some(({ fullPath }) => plainPath(fullPath) === path);
}

/** The route table, as the shell reads it. */
export function useRoutes(): AnyRoute[] {
  const router = useRouter();
  return useMemo(() => Object.values(router.routesByPath as Record<string, AnyRoute>), [router]);
}
