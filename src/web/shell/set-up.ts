import { limits } from "#contract/limits.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { whenTexts } from "#web/lib/language.ts";
import { isKeptPage, session } from "#web/lib/session.ts";
import { forgetPersonal } from "#web/lib/storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { restoreUser } from "#web/lib/stored-user.ts";
import { finishLogout } from "./session-logout.ts";
import { leaveNotice } from "./session-notice.ts";

/** Finds out who is signed in: as the page says, as the server says, or, without either, as this browser remembers. */
export async function readUser(): Promise<void> {
  const known = session.user();
  // What the page came with is what the browser remembers from now on.
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

/** The server was too slow for the page already: who can be shown what he saw does not wait for it once more. */
const patience = () =>
  isKeptPage && restoreUser({ isWithoutConnection: true }) !== null
    ? { signal: AbortSignal.timeout(limits.connectivity.patience) }
    : {};

/** Another tab may have signed out while this page was on its way here. */
const mayBeOver = () => new URLSearchParams(location.search).has("logged_out");

/** Without an answer, who was here a moment ago still is; with a 401, nobody. */
function whoIsLeft(error: unknown): ReturnType<typeof restoreUser> {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) {
    if (error.code === "SESSION_TERMINATED") leaveNotice("terminated");
    forgetPersonal();
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

/** Without settings the page still works, in the fallback colour and with the defaults of the limits. */
async function fetchSettings(): Promise<void> {
  const settings = await call("GET /api/settings").catch(() => null);
  if (settings !== null) session.setSettings(settings);
}

/** Settings are good for an hour; a page that stays open longer asks for them anew. Returns what stops it. */
export function renewSettings(): () => void {
  const timer = setInterval(() => void fetchSettings(), limits.session.cache);
  return () => clearInterval(timer);
}

/** What must be known before a screen of the dashboard can be shown. All at once; the count tells how many are done. */
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
