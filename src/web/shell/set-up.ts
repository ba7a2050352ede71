import { ApiError, call } from "#web/lib/client.ts";
import { whenTexts } from "#web/lib/language.ts";
import { session } from "#web/lib/session.ts";
import { createStore, useStore } from "#web/lib/store.ts";

async function readUser(): Promise<void> {
  if (session.user() !== undefined) return;
  try {
    session.setUser(await call("GET /api/user", {}, { toast: false }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    session.setUser(null);
  }
}

async function readSettings(): Promise<void> {
  if (session.settings() !== null) return;
  // Without settings the page still works, in the fallback colour and with the defaults of the limits.
  const settings = await call("GET /api/settings", {}, { toast: false }).catch(() => null);
  if (settings !== null) session.setSettings(settings);
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
