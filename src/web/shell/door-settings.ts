import { limits } from "#contract/limits.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { call } from "#web/lib/client.ts";
import { session } from "#web/lib/session.ts";

/**
 * Keeps the settings of a sign-in page as they are: guests have no channel to hear of changes by, so the page asks
 * every 30 s while it is in sight, and when it comes back into sight. `changed` is told what holds from then on.
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
