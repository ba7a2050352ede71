import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import { call, quiet } from "#web/lib/client.ts";
import { useLanguage } from "#web/lib/language.ts";
import { logFailure } from "#web/lib/log.ts";
import { showToast } from "#web/lib/toasts.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { type Change, LATEST, type ListFilter, type Page } from "./news.ts";
import { keys, takeChange } from "./notifications.cache.ts";
import { logged } from "./unread.queries.ts";

const perPage = 25;
/** The newest unread ones, in the current language, as many as the dropdown shows. */
export function useLatest() {
  return useQuery({
    queryKey: [...keys.latest, useLanguage()],
    queryFn: ({ signal }) =>
      logged(
        "Failed to fetch notifications:",
        call("GET /api/notifications", { query: { read: 0, limit: LATEST } }, { signal }),
      ),
  });
}

/** The list, page by page. */
export function useNotifications(filter: ListFilter) {
  return useInfiniteQuery({
    queryKey: [...keys.lists, useLanguage(), filter],
    initialPageParam: null as number | null,
    queryFn: async ({ signal, pageParam: before }): Promise<Page> => {
      const query = {
        limit: perPage,
        ...(filter.read !== null && { read: filter.read === "read" ? (1 as const) : (0 as const) }),
        ...(filter.kind !== null && { kind: filter.kind }),
        ...(before !== null && { before }),
      };
      const items = await logged(
        "Failed to fetch notifications:",
        call("GET /api/notifications", { query }, { signal }),
      );
      return { items, next: items.length < perPage ? null : (items.at(-1)?.id ?? null) };
    },
    getNextPageParam: ({ next }) => next,
  });
}

function send(change: Change) {
  switch (change.do) {
    case "read":
      return call("PUT /api/notifications/mark-read", { body: which(change.ids) }, quiet);
    case "unread":
      return call("PUT /api/notifications/mark-unread", { body: which(change.ids) }, quiet);
    case "delete":
      return call("POST /api/notifications/delete", { body: which(change.ids) }, quiet);
    case "read-all": {
      const body = change.up_to === undefined ? {} : { up_to: change.up_to };
      return call("PUT /api/notifications/mark-all-read", { body }, quiet);
    }
    case "delete-read":
      return call("POST /api/notifications/delete-read", {}, quiet);
  }
}

const which = (ids: readonly number[]) =>
  ids.length === 1 ? { notification_id: ids[0] } : { notification_ids: [...ids] };

const failures: Readonly<Record<Change["do"], TextKey>> = {
  read: "errors.failed.notifications_read",
  "read-all": "errors.failed.notifications_read",
  unread: "errors.failed.notifications_unread",
  delete: "errors.failed.notifications_delete",
  "delete-read": "errors.failed.notifications_delete",
};

/**
 * Changes notifications: on the server first, then here. A bulk change reports its failure; a single one is only
 * logged.
 */
export function useChangeNotifications() {
  const client = useQueryClient();
  const t = useText();
  return useMutation({
    mutationKey: keys.changes,
    mutationFn: ({ change }: { change: Change; isBulk?: boolean }) => send(change),
    onSuccess: ({ unread }, { change }) => takeChange(client, change, unread),
    onError: (error, { change, isBulk = true }) => {
      logFailure(t(failures[change.do]), error);
      if (!isBulk) return;
      const title = t("errors.title.bulk");
      showToast({ tone: "bad", title, text: t(failures[change.do]) }, limits.toast.form);
    },
  });
}
