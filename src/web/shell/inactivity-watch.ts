import { isKeptAwake } from "#web/lib/keep-awake.ts";
import { session } from "#web/lib/session.ts";
import { readActivity, type SharedActivity, touchActivity, writeActivity } from "#web/lib/shared-activity.ts";
import { onRemembered, storageKeys } from "#web/lib/storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { signOutAbsent } from "./session-end.ts";

/** Seconds until the session ends while the warning is shown; null otherwise. */
const left = createStore<number | null>(null);

export const useSecondsLeft = () => useStore(left);

const signs = [
  "mousemove",
  "mousedown",
  "keydown",
  "wheel",
  "scroll",
  "touchstart",
  "touchmove",
  "click",
  "focus",
  "input",
  "change",
] as const;

/**
 * Ends the session of an inactive user, as their profile defines: a warning first, then the end. The reference is the
 * time of the last activity on any page of this browser, by wall-clock time: all tabs warn, resume and end together,
 * and a machine that slept past the end has no session when it wakes. Returns a function that stops it.
 */
export function watchInactivity(): () => void {
  let ended = false;
  const check = () => {
    const times = timesOf();
    if (times === null) return left.set(null);
    const idle = Date.now() - lastActivity(times.span).at;
    if (idle >= times.timeout) {
      left.set(null);
      if (!ended) void signOutAbsent();
      ended = true;
    } else if (idle >= times.span) {
      left.set(Math.ceil((times.timeout - idle) / 1000));
    } else {
      if (isKeptAwake()) touchActivity();
      left.set(null);
    }
  };
  const begin = () => {
    ended = false;
    arrive();
    check();
  };
  const timer = setInterval(check, 1000);
  const options = { passive: true, capture: true } as const;
  for (const sign of signs) addEventListener(sign, touchActivity, options);
  document.addEventListener("visibilitychange", check);
  const stops = [onRemembered(storageKeys.lastActivity, check), onPerson(begin)];
  begin();
  return () => {
    clearInterval(timer);
    for (const sign of signs) removeEventListener(sign, touchActivity, options);
    document.removeEventListener("visibilitychange", check);
    for (const stop of stops) stop();
    left.set(null);
  };
}

/** The only way to leave the warning without ending the session, in every tab at once. */
export function extendSession(): void {
  const times = timesOf();
  if (times !== null) writeActivity({ at: Date.now(), span: times.span });
  left.set(null);
}

/** Milliseconds, from the signed-in user's settings; null when inactivity is not watched. */
function timesOf(): { timeout: number; span: number } | null {
  const wanted = session.user()?.inactivity;
  if (wanted?.enabled !== true) return null;
  const timeout = wanted.timeoutMinutes * 60_000;
  return { timeout, span: timeout - wanted.warningMinutes * 60_000 };
}

/** The last activity, with the span now in effect. A clock that was set back counts as activity. */
function lastActivity(span: number): SharedActivity {
  const last = readActivity();
  const now = Date.now();
  if (last !== null && last.span === span && last.at <= now) return last;
  const next = { at: last === null || last.at > now ? now : last.at, span };
  writeActivity(next);
  return next;
}

const here = "inactivity-watched";

/**
 * Opening a page is activity. It does not close a warning, though; and a tab that existed before and returns after the
 * end (phones discard pages and reload them) has slept, as a machine does.
 */
function arrive(): void {
  const times = timesOf();
  if (times === null) return;
  const last = readActivity();
  const idle = last === null ? 0 : Date.now() - last.at;
  if (idle < times.span || (idle >= times.timeout && !wasHere()))
    writeActivity({ at: Date.now(), span: times.span });
  stayHere();
}

function wasHere(): boolean {
  try {
    return sessionStorage.getItem(here) !== null;
  } catch {
    return false;
  }
}

function stayHere(): void {
  try {
    sessionStorage.setItem(here, "1");
  } catch {
    // Then every load of this tab counts as its first.
  }
}

/** Calls back when another user signs in, or a user after none. */
function onPerson(callback: () => void): () => void {
  let known = session.user()?.id;
  return session.onUser(() => {
    const id = session.user()?.id;
    if (id !== undefined && id !== known) callback();
    known = id;
  });
}
