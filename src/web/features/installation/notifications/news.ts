import { limits } from "#contract/limits.ts";
import type { Notification } from "#contract/notifications.ts";

/** Filter of the notifications. */
export interface ListFilter {
  readonly read: "unread" | "read" | null;
  readonly kind: Notification["kind"] | null;
}

export const everything: ListFilter = { read: null, kind: null };
export const unreadOnly: ListFilter = { read: "unread", kind: null };

/** A page of a list as it was fetched. */
export interface Page {
  readonly items: readonly Notification[];
  /** Id below which the next page begins; null when this was the last. */
  readonly next: number | null;
}

/** A change to notifications by the user. `up_to`: the newest one seen. */
export type Change =
  | { readonly do: "read" | "unread" | "delete"; readonly ids: readonly number[] }
  | { readonly do: "read-all"; readonly up_to?: number }
  | { readonly do: "delete-read" };

/** A new notification, as sent by the server. */
export interface News {
  readonly notification: Notification;
  /** Number of unread ones including it; absent when only the notification itself came. */
  readonly unread: number | undefined;
  /** Whether to show the browser's own notification as well. */
  readonly browser: boolean;
  /** Ids of those it replaces. */
  readonly replaces: readonly number[];
}

/** Maximum number shown in the dropdown. */
export const LATEST = limits.shell.latest;

export function fits({ is_read, kind }: Notification, filter: ListFilter): boolean {
  if (filter.kind !== null && kind !== filter.kind) return false;
  return filter.read === null || is_read === (filter.read === "read");
}

/** A list after a change that the server has confirmed. */
export function changed(
  items: readonly Notification[],
  change: Change,
  filter: ListFilter,
): readonly Notification[] {
  return items.flatMap((item) => changedItem(item, change)).filter((item) => fits(item, filter));
}

function changedItem(item: Notification, change: Change): Notification[] {
  if (change.do === "delete-read") return item.is_read ? [] : [item];
  if (change.do === "read-all")
    return change.up_to === undefined || item.id <= change.up_to ? [{ ...item, is_read: true }] : [item];
  if (!change.ids.includes(item.id)) return [item];
  return change.do === "delete" ? [] : [{ ...item, is_read: change.do === "read" }];
}

/**
 * A list, newest first, with a new notification in its position, and without those it replaces. Of two sent at the same
 * moment the one with the smaller number may arrive last.
 */
export function withNews(
  items: readonly Notification[],
  { notification, replaces }: News,
  filter: ListFilter,
): readonly Notification[] {
  const others = items.filter(({ id }) => id !== notification.id && !replaces.includes(id));
  if (!fits(notification, filter)) return others;
  const newer = others.filter(({ id }) => id > notification.id);
  return [...newer, notification, ...others.slice(newer.length)];
}

/**
 * The notification in an event, or null for anything else. Senders other than our server may send the bare
 * notification.
 */
export function readNews(data: unknown): News | null {
  if (typeof data !== "object" || data === null) return null;
  const told = data as Partial<News>;
  const notification = (told.notification ?? data) as Partial<Notification>;
  if (typeof notification.id !== "number" || typeof notification.message !== "string") return null;
  return {
    notification: notification as Notification,
    unread: typeof told.unread === "number" ? told.unread : undefined,
    browser: told.browser !== false,
    replaces: Array.isArray(told.replaces) ? told.replaces : [],
  };
}
