import { type StaticDataRouteOption, useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { localeOf } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { arrangeMenu, type MenuSource, type MenuTree, plainPath } from "./menu.ts";

interface AnyRoute {
  id: string;
  fullPath: string;
  options: { staticData?: StaticDataRouteOption };
  parentRoute?: AnyRoute;
}

/** The menu of this person in this language, read from the table of routes. */
export function useMenu(): MenuTree {
  const t = useText();
  const language = useLanguage();
  const user = useUser();
  const isSuperAdmin = user?.super_admin ?? false;
  const can = user?.can;
  const routes = useRoutes();
  return useMemo(() => {
    const sources = routes.flatMap(({ fullPath, parentRoute, options: { staticData } }): MenuSource[] => {
      if (staticData?.menu === undefined || staticData.title === undefined) return [];
      const { icon, badge, under, isOutside, opens } = staticData.menu;
      if (opens !== undefined && can?.[opens] !== true) return [];
      return [
        {
          path: plainPath(fullPath),
          label: t(staticData.title),
          icon,
          isAdmin: parentRoute?.options.staticData?.access === "super_admin",
          ...(badge && { badge }),
          ...(isOutside && { isOutside }),
          ...(under !== undefined && { under }),
        },
      ];
    });
    return arrangeMenu(sources, isSuperAdmin, new Intl.Collator(localeOf(language)).compare);
  }, [routes, t, language, isSuperAdmin, can]);
}

/** Whether a path is a screen of this build; entries of menus whose screen does not exist are not shown. */
export function useHasRoute(): (path: string) => boolean {
  const routes = useRoutes();
  return (path) => routes.some(({ fullPath }) => plainPath(fullPath) === path);
}

/** The table of routes, as the shell reads it. */
export function useRoutes(): AnyRoute[] {
  const router = useRouter();
  return useMemo(() => Object.values(router.routesByPath as Record<string, AnyRoute>), [router]);
}
