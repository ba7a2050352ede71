import type { CurrentUser } from "#contract/auth.ts";
import { limits } from "#contract/limits.ts";
import { tellTabs } from "#web/lib/auth-event.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { session } from "#web/lib/session.ts";
import { keepUser } from "#web/lib/stored-user.ts";

const { poll } = limits.session;

/**
 * Asks every 30 s, while somebody is signed in, who that is; and at once when the page is seen again after having
 * been away that long. A 401 ends the session by the way of every 401; whatever else goes wrong keeps it. Returns
 * what stops it.
 */
export function pollSession(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let hiddenAt = Date.now();
  const ask = () => {
    if (session.user()) void askUser();
  };
  const start = () => {
    clearInterval(timer);
    timer = setInterval(ask, poll);
  };
  const look = () => {
    if (document.hidden) {
      hiddenAt = Date.now();
    } else if (Date.now() - hiddenAt >= poll) {
      ask();
      start();
    }
  };
  start();
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** Asks who is signed in and takes over what has changed of him. `isTold`: another tab said so, and need not hear it again. */
export async function askUser({ isTold = false } = {}): Promise<void> {
  try {
    take(await call("GET /api/user"), isTold);
    session.setTrouble(null);
  } catch (error) {
    // A 401 has been told to all who watch calls, among them the end of the session.
    if (error instanceof ApiError && error.status !== 401) session.setTrouble(error);
  }
}

function take(user: CurrentUser, isTold: boolean): void {
  const known = session.user();
  if (!known) return;
  // Another person has signed in by another tab: nothing of this page is his.
  if (user.id !== known.id) return leavePage(location.pathname + location.search);
  // The same person as before must not draw the whole page again.
  if (JSON.stringify(user) === JSON.stringify(known)) return keepUser(user);
  session.setUser(user);
  if (!isTold) tellTabs("refresh");
}
