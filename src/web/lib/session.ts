import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import type { PublicContent, RealtimeBoot } from "#contract/pages.ts";
import type { Settings } from "#contract/settings.ts";
import type { ApiError } from "./client.ts";
import { createStore, useStore } from "./store.ts";
import { keepUser } from "./stored-user.ts";

/** The data the server wrote into the page, so that the first paint makes no request. */
export interface Boot {
  /** Absent in the page that the service worker caches: it belongs to no user. */
  user?: CurrentUser | null;
  /** The settings this user is allowed to read. */
  settings: Settings;
  lang?: Language;
  /** Endpoint of the real-time client; absent where the page is served without a server. */
  realtime?: RealtimeBoot;
  content?: PublicContent;
}

/** Returns the boot block of the page, or null where no server filled it in (a page served by the development server). */
export function readBoot(): Boot | null {
  try {
    return JSON.parse(document.querySelector("#boot")?.textContent ?? "") as Boot;
  } catch {
    return null;
  }
}

const boot = readBoot();

/** This page came from the service worker's cache: the server could not be reached, or not in time. */
export const isKeptPage = boot !== null && boot.user === undefined;

/** `undefined` until the server has been asked. */
const user = createStore<CurrentUser | null | undefined>(boot === null ? undefined : boot.user);
const settings = createStore<Settings | null>(boot?.settings ?? null);

/** Why the server could not identify the signed-in user at the last attempt; null when it could. */
const trouble = createStore<ApiError | null>(null);

/** The language the server chose for this page, from the account, a cookie or the browser. */
export const bootLanguage = boot?.lang ?? (isKeptPage ? document.documentElement.lang : null);

export const session = {
  user: user.get,
  /**
   * Sets the signed-in user, also as remembered by this browser; undefined when the server is to be asked. A user that
   * only the browser remembers (`isConfirmed` false) is not stored by it again.
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

/** The signed-in user; null for a guest. */
export function useUser(): CurrentUser | null {
  return useStore(user) ?? null;
}

/** Like `useUser`, for screens that only a signed-in user ever sees. */
export function useSignedInUser(): CurrentUser {
  const current = useStore(user);
  if (!current) throw new Error("This screen is for signed-in people only.");
  return current;
}

export function useSettings(): Settings | null {
  return useStore(settings);
}
