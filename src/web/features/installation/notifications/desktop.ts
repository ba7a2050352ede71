import type { Notification } from "#contract/notifications.ts";
import { call, quiet } from "#web/lib/client.ts";
import { showNotice } from "#web/lib/desktop-notice.ts";
import { logFailure } from "#web/lib/log.ts";
import { queryClient } from "#web/lib/query.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { linkOf } from "./notification.ts";
import { takeChange } from "./notifications.cache.ts";

/** Shows the browser's own notification; a press does the same as on a row of the list. */
export function showOnDesktop(news: Notification, follow: (path: string) => void): Promise<void> {
  const link = linkOf(news);
  return showNotice({
    tag: `notification-${news.id}`,
    title: translate.get()("notifications.desktop_title"),
    body: news.message,
    link: link ?? "/notifications",
    onClick() {
      if (link !== null) follow(link);
      void markRead(news.id);
    },
  });
}

async function markRead(id: number): Promise<void> {
  try {
    const body = { notification_id: id };
    const { unread } = await call("PUT /api/notifications/mark-read", { body }, quiet);
    takeChange(queryClient, { do: "read", ids: [id] }, unread);
  } catch (error) {
    logFailure("Failed to mark a notification as read:", error);
  }
}
