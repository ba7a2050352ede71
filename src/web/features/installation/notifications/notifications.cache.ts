import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Notification } from "#contract/notifications.ts";
import {
  type Change,
  changed,
  LATEST,
  type ListFilter,
  type News,
  type Page,
  unreadOnly,
  withNews,
} from "./news.ts";

/** Cache keys of notifications. The preferences are stored separately and not affected by any of these. */
export const keys = {
  unread: ["notifications", "unread"],
  latest: ["notifications", "latest"],
  lists: ["notifications", "list"],
  changes: ["notifications", "change"],
} as const;

type Listed = InfiniteData<Page, number | null>;

/** Passes every cached list to `update`, which returns its replacement. */
function updateLists(
  client: QueryClient,
  update: (list: Listed, filter: ListFilter) => Listed,
  latest: (items: readonly Notification[]) => readonly Notification[],
): void {
  for (const [key, list] of client.getQueriesData<Listed>({ queryKey: keys.lists })) {
    if (list) client.setQueryData(key, update(list, key[3] as ListFilter));
  }
  client.setQueriesData<readonly Notification[]>(
    { queryKey: keys.latest },
    (items) => items && latest(items).slice(0, LATEST),
  );
}

/** Applies a new notification: the count, and the entry at the top of every list it belongs to. */
export function takeNews(client: QueryClient, news: News): void {
  const { unread, notification, replaces } = news;
  const before = client.getQueryData<number>(keys.unread) ?? 0;
  const expected = before + (notification.is_read ? 0 : 1) - replaces.length;
  client.setQueryData<number>(keys.unread, unread ?? expected);
  updateLists(
    client,
    (list, filter) => ({
      ...list,
      pages: list.pages.map((page, at) => ({
        ...page,
        items:
          at === 0
            ? withNews(page.items, news, filter)
            : page.items.filter(({ id }) => !news.replaces.includes(id)),
      })),
    }),
    (items) => withNews(items, news, unreadOnly),
  );
  // A response under way may be older than the notification; and of two sent at the same moment neither counted the
  // other.
  if (isAnyAsked(client)) refresh(client);
  else if (unread !== undefined && unread !== expected)
    void client.invalidateQueries({ queryKey: keys.unread });
}

const isAnyAsked = (client: QueryClient): boolean =>
  client.isMutating({ mutationKey: keys.changes }) > 0 ||
  client.isFetching({ queryKey: ["notifications"] }) > 0;

/** Applies a change from elsewhere; a notification of the same moment is not in the count. */
export function takeCount(client: QueryClient, unread: number): void {
  client.setQueryData(keys.unread, unread);
  refresh(client);
}

/** Refetches everything: something may have been missed. */
export function refresh(client: QueryClient): void {
  for (const queryKey of [keys.unread, keys.lists, keys.latest]) void client.invalidateQueries({ queryKey });
}

/** Fetches the count alone, and the rest only when it has changed since. */
export async function refreshIfCountDiffers(client: QueryClient): Promise<void> {
  const before = client.getQueryData(keys.unread);
  await client.invalidateQueries({ queryKey: keys.unread });
  if (before !== undefined && client.getQueryData(keys.unread) !== before) refresh(client);
}

/** Applies a change that the server has just confirmed; `unread` is the remaining number. */
export function takeChange(client: QueryClient, change: Change, unread: number): void {
  client.setQueryData(keys.unread, unread);
  updateLists(
    client,
    (list, filter) => ({
      ...list,
      pages: list.pages.map((page) => ({ ...page, items: changed(page.items, change, filter) })),
    }),
    (items) => changed(items, change, unreadOnly),
  );
  // Hidden lists may have to show more than before; the dropdown has room for others now.
  void client.invalidateQueries({ queryKey: keys.lists, refetchType: "none" });
  void client.invalidateQueries({ queryKey: keys.latest, refetchType: unread > 0 ? "active" : "none" });
}
