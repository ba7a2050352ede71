import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";

/** One line of the table of routes, as far as the menu needs it. */
export interface MenuSource {
  path: string;
  label: string;
  icon: LucideIcon;
  /** A count beside it. */
  badge?: ComponentType;
  /** Path of the entry it hangs under. */
  under?: string;
  isAdmin: boolean;
  /** It leads to another service: those stand together. */
  isOutside?: boolean;
}

export interface MenuEntry {
  path: string;
  label: string;
  icon: LucideIcon;
  badge?: ComponentType;
  children: MenuEntry[];
}

/** `main` first; `outside` under its own heading and `admin` after a separating line, where there are any. */
export interface MenuTree {
  main: MenuEntry[];
  outside: MenuEntry[];
  admin: MenuEntry[];
}

/** Where a menu entry leads: the path without its optional parameters. */
export function plainPath(path: string): string {
  return path.replaceAll(/\/\{-\$\w+\}/g, "") || "/";
}

/**
 * The sidebar: Dashboard first, the rest by the label the reader sees, what only super admins may see last.
 * An entry whose parent is not shown stands by itself.
 */
export function arrangeMenu(
  sources: readonly MenuSource[],
  isSuperAdmin: boolean,
  compare: (a: string, b: string) => number,
): MenuTree {
  const visible = sources.filter(({ isAdmin }) => isSuperAdmin || !isAdmin);
  const paths = new Set(visible.map(({ path }) => path));
  const isTop = ({ under }: MenuSource) => under === undefined || !paths.has(under);
  const entry = ({ path, label, icon, badge }: MenuSource): MenuEntry => ({
    path,
    label,
    icon,
    ...(badge && { badge }),
    children: visible
      .filter(({ under }) => under === path)
      .map((child) => entry(child))
      .sort((a, b) => compare(a.label, b.label)),
  });
  const group = (belongs: (source: MenuSource) => boolean) =>
    visible
      .filter((source) => belongs(source) && isTop(source))
      .map((source) => entry(source))
      .sort((a, b) => rank(a) - rank(b) || compare(a.label, b.label));
  return {
    main: group(({ isAdmin, isOutside }) => !isAdmin && isOutside !== true),
    outside: group(({ isAdmin, isOutside }) => !isAdmin && isOutside === true),
    admin: group(({ isAdmin }) => isAdmin),
  };
}

const rank = ({ path }: MenuEntry) => (path === "/dashboard" ? 0 : 1);

/** Whether the address is that of the entry or lies below it. */
export function isOn(path: string, address: string): boolean {
  return address === path || address.startsWith(`${path}/`);
}
