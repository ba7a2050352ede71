import { limits } from "#contract/limits.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { call } from "#web/lib/client.ts";
import { session } from "#web/lib/session.ts";

/**
 * Keeps the settings of a sign-in page current: guests have no channel that announces changes, so the page polls every
 * 30 s while it is visible, and when it becomes visible again. `changed` receives the new settings.
 */
export function watchDoorSettings(changed: (settings: PublicSettings) => void): () => void {
  const ask = async () => {
    if (document.hidden) return;
    const settings = await call("GET /api/settings").catch(() => null);
    if (settings === null || JSON.stringify(settings) === JSON.stringify(session.settings())) return;
    session.setSettings(settings);
    changed(settings);
  };
  const timer = setInterval(() => void ask(), limits.session.poll);
  const look = () => void ask();
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
