import type { CurrentUser } from "#contract/auth.ts";
import { limits } from "#contract/limits.ts";
import { tellTabs } from "#web/lib/auth-event.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { session } from "#web/lib/session.ts";
import { keepUser } from "#web/lib/stored-user.ts";

const { poll } = limits.session;

/**
 * Checks every 30 s who is signed in, while a user is; and at once when the page becomes visible after that long. A 401
 * ends the session like every 401; any other failure keeps it. Returns a function that stops it.
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

/** Loads the signed-in user and applies changes. `isTold`: another tab reported it, and need not be notified again. */
export async function askUser({ isTold = false } = {}): Promise<void> {
  try {
    take(await call("GET /api/user"), isTold);
    session.setTrouble(null);
  } catch (error) {
    // A 401 has been reported to all observers of calls, among them the end of the session.
    if (error instanceof ApiError && error.status !== 401) session.setTrouble(error);
  }
}

function take(user: CurrentUser, isTold: boolean): void {
  const known = session.user();
  if (!known) return;
  // Another user has signed in through another tab: nothing on this page is theirs.
  if (user.id !== known.id) return leavePage(location.pathname + location.search);
  // An unchanged user must not re-render the whole page.
  if (JSON.stringify(user) === JSON.stringify(known)) return keepUser(user);
  session.setUser(user);
  if (!isTold) tellTabs("refresh");
}
