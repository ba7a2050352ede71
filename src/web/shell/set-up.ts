import { limits } from "#contract/limits.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { whenTexts } from "#web/lib/language.ts";
import { isKeptPage, session } from "#web/lib/session.ts";
import { forgetPersonal } from "#web/lib/storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { restoreUser } from "#web/lib/stored-user.ts";
import { forgetButCopies } from "./lock/forget-but-copies.ts";
import { finishLogout } from "./session-logout.ts";
import { leaveNotice } from "./session-notice.ts";

/** Determines the signed-in user: from the page, from the server, or, without either, from this browser's storage. */
export async function readUser(): Promise<void> {
  const known = session.user();
  // The user delivered with the page is stored in the browser from now on.
  if ((await finishLogout()) || known === null) return session.setUser(null);
  if (known !== undefined && !mayBeOver()) return session.setUser(known);
  try {
    session.setUser(await call("GET /api/user", {}, { ...patience() }));
  } catch (error) {
    const left = whoIsLeft(error);
    session.setUser(left, { isConfirmed: left === null });
    if (left !== null && isKeptPage)
      await (await import("#web/lib/query-persistence.ts")).restoreWithoutConnection();
  }
}

/** The server was already too slow for the page: a user whose data can be shown does not wait for it again. */
const patience = () =>
  isKeptPage && restoreUser({ isWithoutConnection: true }) !== null
    ? { signal: AbortSignal.timeout(limits.connectivity.patience) }
    : {};

/** Another tab may have signed out while this page was loading. */
const mayBeOver = () => new URLSearchParams(location.search).has("logged_out");

/** Without a response, the recent user stays signed in; after a 401, no user is. */
function whoIsLeft(error: unknown): ReturnType<typeof restoreUser> {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) {
    if (error.code !== "SESSION_TERMINATED") void forgetButCopies();
    else {
      leaveNotice("terminated");
      forgetPersonal();
    }
    return null;
  }
  const restored = restoreUser({ isWithoutConnection: isKeptPage });
  if (restored === null) throw error;
  session.setTrouble(error);
  return restored;
}

const readSettings = async (): Promise<void> => {
  if (session.settings() === null) await fetchSettings();
};

/** Without settings the page still works, in the fallback colour and with the default limits. */
async function fetchSettings(): Promise<void> {
  const settings = await call("GET /api/settings").catch(() => null);
  if (settings !== null) session.setSettings(settings);
}

/** Settings are valid for an hour; a page that stays open longer reloads them. Returns a function that stops it. */
export function renewSettings(): () => void {
  const timer = setInterval(() => void fetchSettings(), limits.session.cache);
  return () => clearInterval(timer);
}

/** Steps required before a screen of the dashboard can be shown. They run in parallel; the count is of completed ones. */
const steps: readonly (() => Promise<void>)[] = [readUser, readSettings, whenTexts];

const progress = createStore({ step: 1, total: steps.length });
let running: Promise<void> | null = null;

export function setUp(): Promise<void> {
  if (running !== null) return running;
  let done = 0;
  const count = async (step: () => Promise<void>) => {
    await step();
    done += 1;
    progress.set({ step: Math.min(done + 1, steps.length), total: steps.length });
  };
  running = Promise.all(steps.map(count)).then(() => undefined);
  running.catch(() => {
    running = null;
  });
  return running;
}

export const useSetUpProgress = () => useStore(progress);
