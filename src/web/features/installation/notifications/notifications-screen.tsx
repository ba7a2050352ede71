import { Bell, BellOff, CheckCheck, SearchX, Settings2, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Loaded } from "#web/shell/list/loaded.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { DeleteQuestion, type Deletion } from "./delete-question.tsx";
import { useFilter } from "./list-state.ts";
import { ListTools } from "./list-tools.tsx";
import { everything, type ListFilter } from "./news.ts";
import { ListSkeleton, NotificationList } from "./notification-list.tsx";
import { useChangeNotifications, useNotifications } from "./notifications.queries.ts";
import { useUnread } from "./unread.queries.ts";

/** All notifications of the user, and their management. */
export function NotificationsScreen() {
  const t = useText();
  const { is_demo } = useSignedInUser();
  const [filter, setFilter] = useFilter();
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const list = useNotifications(filter);
  const unread = useUnread();
  const change = useChangeNotifications();
  const items = list.data?.pages.flatMap((page) => page.items);
  const isEmpty = items === undefined || (items.length === 0 && filter.read === null && filter.kind === null);
  return (
    <>
      <PageHeader
        title={t("notifications.title")}
        note={
          <output className="tabular-nums">
            {unread === undefined ? "\u00a0" : t("notifications.list.unread_count", { count: unread })}
          </output>
        }
        actions={
          <>
            <Button
              icon={CheckCheck}
              isDisabled={!unread}
              isPending={change.isPending}
              onPress={() => change.mutate({ change: { do: "read-all" } })}
            >
              {t("notifications.mark_all_read")}
            </Button>
            {!is_demo && (
              <Button icon={Trash2} isDisabled={isEmpty} onPress={() => setDeletion("read")}>
                {t("notifications.list.delete_read")}
              </Button>
            )}
            <Link
              href="/editprofile?section=notifications"
              look={{ variant: "quiet" }}
              className="gap-2 max-md:min-w-11"
            >
              <Icon of={Settings2} size="sm" />
              <span className="max-md:sr-only">{t("notifications.preferences_short")}</span>
            </Link>
          </>
        }
      />
      <ListTools filter={filter} change={setFilter} />
      <Loaded query={{ ...list, data: items }} screen="notifications" waiting={<ListSkeleton />}>
        {(shown) =>
          shown.length === 0 && !list.hasNextPage ? (
            <Nothing filter={filter} onShowAll={() => setFilter(everything)} />
          ) : (
            <NotificationList
              // Another filter is another list: its selection is empty.
              key={`${filter.read} ${filter.kind}`}
              items={shown}
              canDelete={!is_demo}
              onDelete={setDeletion}
              hasMore={list.hasNextPage}
              isLoadingMore={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          )
        }
      </Loaded>
      {deletion !== null && <DeleteQuestion deletion={deletion} onClose={() => setDeletion(null)} />}
    </>
  );
}

function Nothing({ filter, onShowAll }: { filter: ListFilter; onShowAll: () => void }) {
  const t = useText();
  const showAll = <Button onPress={onShowAll}>{t("notifications.list.show_all")}</Button>;
  if (filter.kind !== null || filter.read === "read")
    return (
      <EmptyState
        icon={SearchX}
        title={t("notifications.list.empty_filter_title")}
        text={t("notifications.list.empty_filter_text")}
        action={showAll}
      />
    );
  if (filter.read === "unread")
    return (
      <EmptyState
        icon={Bell}
        title={t("notifications.list.empty_unread_title")}
        text={t("notifications.list.empty_unread_text")}
        action={showAll}
      />
    );
  return (
    <EmptyState
      icon={BellOff}
      title={t("notifications.list.empty_title")}
      text={t("notifications.list.empty_text")}
      action={
        <Link href="/editprofile?section=notifications" look={{ variant: "primary" }}>
          {t("notifications.preferences")}
        </Link>
      }
    />
  );
}
