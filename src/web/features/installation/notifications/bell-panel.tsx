import { BellOff, CheckCheck, Settings2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Notification } from "#contract/notifications.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { useChangeNotifications, useLatest } from "./notifications.queries.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { Moment, Opener, TypeSign } from "./parts.tsx";

export interface BellPanelProps {
  onClose: () => void;
  /** In a bottom sheet, which has its own title. */
  isSheet: boolean;
}

/** The newest unread notifications, and links to all of them. */
export function BellPanel({ onClose, isSheet }: BellPanelProps) {
  const t = useText();
  const latest = useLatest();
  const change = useChangeNotifications();
  const place = useRef<HTMLDivElement>(null);
  const newest = latest.data?.[0]?.id;

  const pressed = useRef<{ id: number; at: number } | null>(null);
  // A notification that is read leaves the list, and the focus moves to the next one.
  useEffect(() => {
    if (pressed.current === null || latest.data?.some(({ id }) => id === pressed.current?.id)) return;
    const rows = place.current?.querySelectorAll<HTMLElement>("[data-opener]") ?? [];
    (rows[pressed.current.at] ?? rows[rows.length - 1] ?? place.current)?.focus();
    pressed.current = null;
  }, [latest.data]);

  function read(id: number, at: number): void {
    pressed.current = { id, at };
    change.mutate({ change: { do: "read", ids: [id] }, isBulk: false });
  }

  return (
    <div
      ref={place}
      tabIndex={-1}
      className={cx("flex flex-col outline-none", isSheet ? "-mx-5 -mb-5" : "max-h-[min(36rem,80dvh)]")}
    >
      <header
        className={cx(
          "flex items-center gap-1 border-b border-line py-2 ps-4 pe-2",
          isSheet && "sticky top-0 z-10 bg-raised ps-5 pe-3",
        )}
      >
        {!isSheet && <h2 className="me-auto text-base font-strong">{t("notifications.title")}</h2>}
        <Button
          variant="quiet"
          size="sm"
          icon={CheckCheck}
          className={isSheet ? "-ms-2.5 me-auto" : ""}
          isDisabled={newest === undefined}
          isPending={change.isPending && change.variables.change.do === "read-all"}
          onPress={() => newest !== undefined && change.mutate({ change: { do: "read-all", up_to: newest } })}
        >
          {t("notifications.mark_all_read")}
        </Button>
        <Link
          href="/editprofile?section=notifications"
          look="plain"
          aria-label={t("notifications.preferences")}
          onPress={onClose}
          className="hit-area inline-flex size-9 shrink-0 items-center justify-center rounded-md text-ink-muted transition-colors hover:bg-hover hover:text-ink touch:size-11"
        >
          <Icon of={Settings2} />
        </Link>
      </header>
      {latest.isPending ? (
        <PanelSkeleton />
      ) : latest.data === undefined ? (
        <LoadFailure error={latest.error} onRetry={() => void latest.refetch()} />
      ) : latest.data.length === 0 ? (
        <EmptyState
          icon={BellOff}
          title={t("notifications.none")}
          text={t("notifications.none_text")}
          className="py-10"
        />
      ) : (
        <ul
          aria-label={t("notifications.list.unread")}
          className="min-h-0 overflow-y-auto overscroll-contain p-1.5"
        >
          {latest.data.map((notification, at) => (
            <PanelRow
              key={notification.id}
              notification={notification}
              onOpen={() => read(notification.id, at)}
              onLeave={onClose}
            />
          ))}
        </ul>
      )}
      <footer
        className={cx(
          "border-t border-line p-1.5",
          isSheet && "sticky -bottom-5 bg-raised pb-[max(0.375rem,env(safe-area-inset-bottom))]",
        )}
      >
        <Link
          href="/notifications"
          look="plain"
          onPress={onClose}
          className="flex min-h-9 items-center justify-center rounded-md text-sm font-strong text-accent-text hover:bg-hover touch:min-h-11"
        >
          {t("notifications.see_all")}
        </Link>
      </footer>
    </div>
  );
}

function PanelRow({
  notification,
  onOpen,
  onLeave,
}: {
  notification: Notification;
  onOpen: () => void;
  onLeave: () => void;
}) {
  const { type, title, message, created_at } = notification;
  return (
    <li>
      <Opener
        notification={notification}
        onOpen={onOpen}
        onLeave={onLeave}
        className="flex w-full gap-3 rounded-md px-2.5 py-2.5 transition-colors hover:bg-hover focus-visible:bg-hover active:bg-press"
      >
        <TypeSign type={type} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-3">
            <span className="own-direction min-w-0 flex-1 truncate text-sm font-strong">{title}</span>
            <Moment at={created_at} />
          </span>
          <span className="own-direction line-clamp-2 text-sm text-ink-muted">{message}</span>
        </span>
      </Opener>
    </li>
  );
}
