import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { CurrentUser } from "#contract/auth.ts";
import type { TextKey } from "#web/lib/use-text.ts";

/** What the table of routes says about a screen beside its path; read by the menu, the title and the guards. */
declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    title?: TextKey;
    /** Of an area: its screens are for super admins alone, and stand apart in the menu. */
    access?: "super_admin";
    /** Stands in the sidebar with this icon; its position is in `byUse` of menu.ts. */
    menu?: {
      icon: LucideIcon;
      /** Shorter than the title of the screen; absent: the title. */
      label?: TextKey;
      /** A count beside the entry, drawn once its script is here; nothing while there is nothing to count. */
      badge?: ComponentType;
      /** Path of the entry it hangs under. */
      under?: string;
      /** It leads to another service: those stand together under a heading of their own. */
      isOutside?: true;
      /** Shown to whom the server lets in. */
      opens?: keyof CurrentUser["can"];
    };
    /** False: also opens while mandatory fields of the person's profile are empty; every other screen inside waits for them. */
    preventWhenProfileIncomplete?: boolean;
    /** Path of the screen above, for the breadcrumbs. */
    parent?: string;
  }
}
