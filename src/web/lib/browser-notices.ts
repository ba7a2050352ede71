/** Asks for the browser's leave to show notifications, unless it was given; false when there is none to be had. */
export async function askBrowser(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  if (Notification.permission === "default") return (await Notification.requestPermission()) === "granted";
  return Notification.permission === "granted";
}
