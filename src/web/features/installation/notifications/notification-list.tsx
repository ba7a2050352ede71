import { useEffect, useRef } from "react";
import type { Notification } from "#contract/notifications.ts";
import { comma } from "#web/lib/comma.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { byDay } from "./days.ts";
import type { Deletion } from "./delete-question.tsx";
import { NotificationRow } from "./notification-row.tsx";
import { useChangeNotifications } from "./notifications.queries.ts";
import { useSelection } from "./use-selection.ts";

export interface NotificationListProps {
  items: readonly Notification[];
  canDelete: boolean;
  onDelete: (deletion: Deletion) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** Grouped by day, newest first; several can be selected for bulk actions. */
export function NotificationList({
  items,
  canDelete,
  onDelete,
  hasMore,
  isLoadingMore,
  onMore,
}: NotificationListProps) {
  const t = useText();
  const format = useFormat();
  const selection = useSelection(items.map(({ id }) => id));
  const change = useChangeNotifications();
  const ids = [...selection.ids];
  const pending =
    change.isPending && change.variables.isBulk !== false ? change.variables.change.do : undefined;

  const one = (id: number, isRead: boolean) =>
    change.mutate({ change: { do: isRead ? "read" : "unread", ids: [id] }, isBulk: false });
  const many = (act: "read" | "unread") =>
    change.mutate({ change: { do: act, ids } }, { onSuccess: selection.clear });

  return (
    <div className="mt-2">
      <BulkBar
        chosen={ids.length}
        shown={items.length}
        pending={pending}
        canDelete={canDelete}
        onAll={selection.chooseAll}
        onClear={selection.clear}
        onRead={() => many("read")}
        onUnread={() => many("unread")}
        onDelete={() => onDelete({ ids })}
      />
      {byDay(items, format, t).map(({ name, items }) => (
        <section key={name} aria-label={name} className="pt-4">
          <h2 className="mb-1 px-2 text-xs text-ink-muted max-md:px-0">{name}</h2>
          <ul aria-label={t("notifications.list.label") + comma() + name} className="flex flex-col gap-0.5">
            {items.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                isChosen={selection.ids.has(notification.id)}
                canDelete={canDelete}
                onChoose={(isChosen, isRange) => selection.toggle(notification.id, isChosen, isRange)}
                onOpen={() => notification.is_read || one(notification.id, true)}
                onRead={(isRead) => one(notification.id, isRead)}
                onDelete={() => onDelete({ ids: [notification.id], title: notification.title })}
              />
            ))}
          </ul>
        </section>
      ))}
      {hasMore && <More isLoading={isLoadingMore} onMore={onMore} />}
    </div>
  );
}

/** Loads automatically when it becomes visible, and by a button for users who do not scroll. */
function More({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    if (isLoading || place.current === null || !("IntersectionObserver" in globalThis)) return undefined;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && latest.current(), {
      rootMargin: "400px",
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isLoading]);
  return (
    <div ref={place} className="flex justify-center py-6">
      <Button onPress={onMore} isPending={isLoading}>
        {t("notifications.list.more")}
      </Button>
    </div>
  );
}

/** Placeholder for the list. */
export function ListSkeleton() {
  return (
    <div className="mt-8 flex flex-col gap-6">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="flex gap-3 px-2">
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-3.5 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
