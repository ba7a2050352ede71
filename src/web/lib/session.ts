import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import type { PublicContent, RealtimeBoot } from "#contract/pages.ts";
import type { Settings } from "#contract/settings.ts";
import type { ApiError } from "./client.ts";
import { createStore, useStore } from "./store.ts";
import { keepUser } from "./stored-user.ts";

/** What the server wrote into the page, so that the first paint asks nothing. */
export interface Boot {
  /** Absent in the page that the service worker keeps: nobody is in it. */
  user?: CurrentUser | null;
  /** As many as this person may know. */
  settings: Settings;
  lang?: Language;
  /** What the real-time client connects with; absent where the page is served without a server. */
  realtime?: RealtimeBoot;
  content?: PublicContent;
}

/** The boot block of the page, or null where no server filled it in (a page served by the development server). */
export function readBoot(): Boot | null {
  try {
    return JSON.parse(document.querySelector("#boot")?.textContent ?? "") as Boot;
  } catch {
    return null;
  }
}

const boot = readBoot();

/** This page was kept by the service worker: the server could not be reached, or not in time. */
export const isKeptPage = boot !== null && boot.user === undefined;

/** `undefined` while nobody has asked the server yet. */
const user = createStore<CurrentUser | null | undefined>(boot === null ? undefined : boot.user);
const settings = createStore<Settings | null>(boot?.settings ?? null);

/** Why the server could not say who is signed in, the last time it was asked; null when it could. */
const trouble = createStore<ApiError | null>(null);

/** The language the server chose for this page, from the account, a cookie or the browser. */
export const bootLanguage = boot?.lang ?? (isKeptPage ? document.documentElement.lang : null);

export const session = {
  user: user.get,
  /**
   * Who is signed in, also as this browser remembers him; undefined when that is to be asked. Whom only the browser
   * remembers (`isConfirmed` false) is not remembered any longer by it.
   */
  setUser(next: CurrentUser | null | undefined, { isConfirmed = true } = {}): void {
    user.set(next);
    if (next !== undefined && isConfirmed) keepUser(next);
  },
  settings: settings.get,
  setSettings: settings.set,
  onUser: user.subscribe,
  onSettings: settings.subscribe,
  trouble: trouble.get,
  setTrouble: trouble.set,
  onTrouble: trouble.subscribe,
};

/** The signed-in person; null for a guest. */
export function useUser(): CurrentUser | null {
  return useStore(user) ?? null;
}

/** As `useUser`, for screens that are only ever shown to somebody signed in. */
export function useSignedInUser(): CurrentUser {
  const current = useStore(user);
  if (!current) throw new Error("This screen is for signed-in people only.");
  return current;
}

export function useSettings(): Settings | null {
  return useStore(settings);
}
