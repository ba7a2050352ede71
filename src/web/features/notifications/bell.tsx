import { Bell as BellIcon } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useIsMobile } from "#web/lib/media-query.ts";
import { session, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { LATEST } from "./news.ts";
import { useUnread } from "./notifications.cache.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { useNews } from "./use-news.ts";

const Panel = lazy(async () => ({ default: (await import("./bell-panel.tsx")).BellPanel }));

/** The bell of the header with the number of unread notifications, and what opens below it; on phones a sheet. */
export function NotificationBell({ className = "" }: { className?: string }) {
  const t = useText();
  const isMobile = useIsMobile();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const unread = useUnread() ?? 0;
  const arrived = useNews(useSignedInUser().id);
  useEffect(watchFirstClick, []);
  const label = unread > 0 ? t("notifications.bell_unread", { count: unread }) : t("notifications.bell");
  const content = (close: () => void) => (
    <Suspense fallback={<PanelSkeleton />}>
      <Panel onClose={close} isSheet={isMobile} />
    </Suspense>
  );
  return (
    <span className="relative inline-flex">
      {isMobile ? (
        <IconButton
          icon={BellIcon}
          label={label}
          aria-haspopup="dialog"
          aria-expanded={isSheetOpen}
          onPress={() => setIsSheetOpen(true)}
          className={className}
        />
      ) : (
        <Popover
          trigger={<IconButton icon={BellIcon} label={label} className={className} />}
          label={t("notifications.title")}
          placement="bottom end"
          className="w-105 max-w-full p-0!"
        >
          {content}
        </Popover>
      )}
      <Badge
        count={unread}
        max={LATEST}
        tone="bad"
        className="pointer-events-none absolute -end-0.5 -top-0.5 ring-2 ring-canvas"
      />
      <output className="sr-only">
        {arrived !== null && t("notifications.arrived", { title: arrived })}
      </output>
      {isMobile && (
        <Modal
          title={t("notifications.title")}
          isOpen={isSheetOpen}
          onClose={() => setIsSheetOpen(false)}
          size="sm"
        >
          {content(() => setIsSheetOpen(false))}
        </Modal>
      )}
    </span>
  );
}

/**
 * Asks for the browser's leave to show notifications, but only who has switched them on for his account: he may have
 * done so in another browser. Browsers let themselves be asked when somebody has just pressed something.
 */
function watchFirstClick(): (() => void) | undefined {
  if (!("Notification" in globalThis) || Notification.permission !== "default") return undefined;
  const ask = () => {
    if (session.user()?.notification_preferences.global_settings.browser_enabled !== true) return;
    // Without a connection it is asked the next time.
    void import("#web/lib/desktop-notice.ts").then(
      ({ askBrowser }) => askBrowser(),
      () => undefined,
    );
  };
  // On its way down: the buttons of the kit keep their clicks to themselves.
  addEventListener("click", ask, { once: true, capture: true });
  return () => removeEventListener("click", ask, { capture: true });
}
