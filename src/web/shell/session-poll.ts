import { limits } from "#contract/limits.ts";
import { call } from "#web/lib/client.ts";
import { session } from "#web/lib/session.ts";

const { poll } = limits.session;

/**
 * Asks every 30 s, while somebody is signed in and the page is seen, who that is; and at once when the page is seen
 * again after that long. A 401 ends the session by the way of every 401; whatever else goes wrong keeps it.
 * Returns what stops it.
 */
export function pollSession(): () => void {
  let asked = Date.now();
  const ask = () => {
    if (!session.user() || document.hidden || Date.now() - asked < poll) return;
    asked = Date.now();
    void refreshUser();
  };
  // Twice as often as needed, so that a page that is seen again is never a whole turn late.
  const timer = setInterval(ask, poll / 2);
  document.addEventListener("visibilitychange", ask);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", ask);
  };
}

async function refreshUser(): Promise<void> {
  try {
    const user = await call("GET /api/user", {}, { toast: false });
    // The same person as before must not draw the whole page again.
    if (session.user() && JSON.stringify(user) !== JSON.stringify(session.user())) session.setUser(user);
  } catch {
    // Told to all who watch calls, among them the end of the session.
  }
}
