import { logFailure } from "./log.ts";

export interface DesktopNotice {
  /** Names what it is about: of several tabs that hear of the same, one shows it. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Path of this site that a click opens where no page of it is left; a worker reads it from the notice. */
  readonly link: string;
  /** What a click does in this page. */
  readonly onClick: () => void;
}

/** How long one tab keeps the others from showing the same, in milliseconds: they may hear of it later. */
const TURN = 10_000;

/** Whether the browser would show a notice. */
export const mayShowNotices = (): boolean =>
  "Notification" in globalThis && Notification.permission === "granted";

/** Asks for the browser's leave to show notices, unless it was given; false when there is none to be had. */
export async function askBrowser(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  if (Notification.permission === "default") return (await Notification.requestPermission()) === "granted";
  return Notification.permission === "granted";
}

/** Shows the browser's own notification, where the person has allowed it. Never throws. */
export async function showNotice(notice: DesktopNotice): Promise<void> {
  if (!mayShowNotices()) return;
  // Both exist in the same, secure, pages. Where locks do not, the tag makes a second one take the first one's place.
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
    // Phones show them by the service worker alone.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker
      ?.showNotification(title, { ...options, data: { link } })
      .catch((error: unknown) => logFailure("A notification could not be shown:", error));
  }
}
