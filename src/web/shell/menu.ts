import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";

/** One entry of the route table, as far as the menu needs it. */
export interface MenuSource {
  path: string;
  label: string;
  icon: LucideIcon;
  /** A count beside the label. */
  badge?: ComponentType;
  /** Path of the parent entry. */
  under?: string;
  isAdmin: boolean;
  /** Links to another service: those are grouped. */
  isOutside?: boolean;
}

export interface MenuEntry {
  path: string;
  label: string;
  icon: LucideIcon;
  badge?: ComponentType;
  children: MenuEntry[];
}

/** `main` first; `outside` under its own heading and `admin` after a separator, where there are any. */
export interface MenuTree {
  main: MenuEntry[];
  outside: MenuEntry[];
  admin: MenuEntry[];
}

/** The link target of a menu entry: the path without its optional parameters. */
export function plainPath(path: string): string {
  return path.replaceAll(/\/\{-\$\w+\}/g, "") || "/";
}

/**
 * Order of the menu by use: daily work first, integrations, then administration. The same in every language, so that a
 * learnt position stays.
 */
const byUse: readonly string[] = [
  "/dashboard",
  "/projects",
  "/visits",
  "/coverage",
  "/photos",
  "/snags",
  "/crews",
  "/sheets",
  "/qrcodes",
  "/videos",
  "/cctv",
  "/editchannel",
  "/diary",
  "/progress",
  "/owner-report",
  "/msproject",
  "/autodesk",
  "/trello",
  "/monday",
  "/clickup",
  "/developers",
  "/approvals",
  "/users",
  "/plans",
  "/tiers",
  "/invoices",
  "/channels",
  "/categories",
  "/sessions",
  "/activity",
  "/system",
  "/settings",
];

/** Position of an entry in the menu; -1 when the order does not list it, which a test rejects. */
export const rankOf = (path: string): number => byUse.indexOf(path);

/**
 * The sidebar by use, with super admin screens in a group of their own at the end. An entry whose parent is not shown
 * becomes a top-level entry.
 */
export function arrangeMenu(sources: readonly MenuSource[], isSuperAdmin: boolean): MenuTree {
  const visible = sources.filter(({ isAdmin }) => isSuperAdmin || !isAdmin);
  const paths = new Set(visible.map(({ path }) => path));
  const isTop = ({ under }: MenuSource) => under === undefined || !paths.has(under);
  const entry = ({ path, label, icon, badge }: MenuSource): MenuEntry => ({
    path,
    label,
    icon,
    ...(badge && { badge }),
    children: visible.filter(({ under }) => under === path).map((child) => entry(child)),
  });
  const group = (belongs: (source: MenuSource) => boolean) =>
    visible
      .filter((source) => belongs(source) && isTop(source))
      .map((source) => entry(source))
      .sort((a, b) => rankOf(a.path) - rankOf(b.path));
  return {
    main: group(({ isAdmin, isOutside }) => !isAdmin && isOutside !== true),
    outside: group(({ isAdmin, isOutside }) => !isAdmin && isOutside === true),
    admin: group(({ isAdmin }) => isAdmin),
  };
}

/** Whether the current path is that of the entry or below it. */
export function isOn(path: string, address: string): boolean {
  return address === path || address.startsWith(`${path}/`);
}
