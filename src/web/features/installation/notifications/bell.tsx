import { Bell as BellIcon } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { session, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { PanelButton } from "#web/ui/panel-button.tsx";
import { LATEST } from "./news.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { useUnread } from "./unread.queries.ts";
import { useNews } from "./use-news.ts";

const Panel = lazy(async () => ({ default: (await import("./bell-panel.tsx")).BellPanel }));

/** The bell of the header with the number of unread notifications, and the popover that it opens; on phones a sheet. */
export function NotificationBell({ className = "" }: { className?: string }) {
  const t = useText();
  const unread = useUnread() ?? 0;
  const arrived = useNews(useSignedInUser().id);
  useEffect(watchFirstClick, []);
  const label = unread > 0 ? t("notifications.bell_unread", { count: unread }) : t("notifications.bell");
  return (
    <PanelButton
      icon={BellIcon}
      label={label}
      title={t("notifications.title")}
      count={unread}
      max={LATEST}
      news={arrived !== null && t("notifications.arrived", { title: arrived })}
      className={className}
    >
      {({ close, isSheet }) => (
        <Suspense fallback={<PanelSkeleton />}>
          <Panel onClose={close} isSheet={isSheet} />
        </Suspense>
      )}
    </PanelButton>
  );
}

/**
 * Requests the browser's permission to show notifications, but only if the user has enabled them for the account: this
 * may have happened in another browser. Browsers allow the request only right after a user action.
 */
function watchFirstClick(): (() => void) | undefined {
  if (!("Notification" in globalThis) || Notification.permission !== "default") return undefined;
  const ask = () => {
    if (session.user()?.notification_preferences.global_settings.browser_enabled !== true) return;
    // Without a connection it is requested the next time.
    void import("#web/lib/desktop-notice.ts").then(
      ({ askBrowser }) => askBrowser(),
      () => undefined,
    );
  };
  // In the capture phase: the kit's buttons stop the propagation of clicks.
  addEventListener("click", ask, { once: true, capture: true });
  return () => removeEventListener("click", ask, { capture: true });
}
