import type { Notification as News } from "#contract/notifications.ts";
import { call } from "#web/lib/client.ts";
import { translate } from "#web/lib/i18n.ts";
import { logFailure } from "#web/lib/log.ts";
import { queryClient } from "#web/lib/query.ts";
import { linkOf } from "./notification.ts";
import { quiet, takeChange } from "./notifications.cache.ts";

/** How long one tab keeps the others from showing the same, in milliseconds: they may hear of it later. */
const TURN = 10_000;

/** Shows the browser's own notification, where it is allowed; of several tabs that hear of the same, one does. */
export async function showOnDesktop(news: News): Promise<void> {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const tag = `notification-${news.id}`;
  // Both exist in the same, secure, pages. Where locks do not, the tag makes a second one take the first one's place.
  if (!("locks" in navigator)) return show(news, tag);
  await navigator.locks.request(tag, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    await show(news, tag);
    await new Promise((resolve) => setTimeout(resolve, TURN));
  });
}

async function show(news: News, tag: string): Promise<void> {
  const title = translate.get()("notifications.desktop_title");
  const { lang, dir } = document.documentElement;
  const options = { body: news.message, tag, lang, dir: dir === "rtl" ? ("rtl" as const) : ("ltr" as const) };
  try {
    const shown = new Notification(title, options);
    shown.addEventListener("click", () => {
      shown.close();
      follow(news);
    });
  } catch {
    // Phones show them by the service worker alone.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, { ...options, data: { link: linkOf(news) ?? "/notifications" } });
  }
}

/** As a click in the list: to the tab, to what it is about, and it is read. */
function follow(news: News): void {
  window.focus();
  const link = linkOf(news);
  if (link !== null) window.open(link, "_blank", "noopener");
  void markRead(news.id);
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
