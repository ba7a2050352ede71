import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { CurrentUser } from "#contract/auth.ts";
import type { TextKey } from "#web/lib/use-text.ts";

/** Static data of a route beside its path; read by the menu, the title and the guards. */
declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    title?: TextKey;
    /** Of an area: its screens are for super admins only, and are a separate group in the menu. */
    access?: "super_admin";
    /** Listed in the sidebar with this icon; its position is in `byUse` of menu.ts. */
    menu?: {
      icon: LucideIcon;
      /** Shorter than the title of the screen; the title by default. */
      label?: TextKey;
      /** A count beside the entry, rendered once its script has loaded; nothing while the count is zero. */
      badge?: ComponentType;
      /** Path of the parent entry. */
      under?: string;
      /** Links to another service: those are grouped under a heading of their own. */
      isOutside?: true;
      /** Shown to users with this permission. */
      opens?: keyof CurrentUser["can"];
    };
    /** False: also opens while mandatory profile fields are empty; every other screen inside waits for them. */
    preventWhenProfileIncomplete?: boolean;
    /** Path of the parent screen, for the breadcrumbs. */
    parent?: string;
  }
}
