import { logFailure } from "./log.ts";

export interface DesktopNotice {
  /** Identifies the subject: of several tabs with the same event, one shows it. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Path that a click opens when no page of this platform is open; a worker reads it from the notification. */
  readonly link: string;
  /** Handles a click in this page. */
  readonly onClick: () => void;
}

/** Time for which one tab keeps the others from showing the same, in milliseconds: they may get the event later. */
const TURN = 10_000;

/** Whether the browser permits notifications. */
export const mayShowNotices = (): boolean =>
  "Notification" in globalThis && Notification.permission === "granted";

/** Requests the browser's permission for notifications, unless it was granted; false when it is not available. */
export async function askBrowser(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  if (Notification.permission === "default") return (await Notification.requestPermission()) === "granted";
  return Notification.permission === "granted";
}

/** Shows a desktop notification, where the user has permitted it. Never throws. */
export async function showNotice(notice: DesktopNotice): Promise<void> {
  if (!mayShowNotices()) return;
  // Both exist only in secure contexts. Where locks are missing, the tag makes a second notification replace the first
  // one.
  if (!("locks" in navigator)) return show(notice);
  await navigator.locks.request(`notice ${notice.tag}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    await show(notice);
    await new Promise((resolve) => setTimeout(resolve, TURN));
  });
}

async function show({ tag, title, body, link, onClick }: DesktopNotice): Promise<void> {
  const { lang, dir } = document.documentElement;
  const options = { body, tag, lang, dir: dir === "rtl" ? ("rtl" as const) : ("ltr" as const) };
  try {
    const shown = new Notification(title, options);
    shown.addEventListener("click", () => {
      shown.close();
      window.focus();
      onClick();
    });
  } catch {
    // Phones show them only through the service worker.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker
      ?.showNotification(title, { ...options, data: { link } })
      .catch((error: unknown) => logFailure("A notification could not be shown:", error));
  }
}
