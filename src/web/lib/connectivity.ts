import { limits } from "#contract/limits.ts";
import { lastCall, watchCalls } from "./client.ts";
import { compareClocks } from "./server-clock.ts";
import { session } from "./session.ts";
import { createStore, useStore } from "./store.ts";

const { poll, pollOffline, patience, wasOffline } = limits.connectivity;

export interface Connection {
  readonly isOnline: boolean;
  /** True for three seconds after a connection has come back. */
  readonly wasOffline: boolean;
}

const connection = createStore<Connection>({ isOnline: true, wasOffline: false });
export const isOnline = () => connection.get().isOnline;
export const onConnection = connection.subscribe;
export const useConnection = () => useStore(connection);

const own = "/api/reachable";

/**
 * One of the two is enough: a site's own network may have no internet, and a server may be down while there is
 * internet.
 */
async function isReached(): Promise<boolean> {
  const stop = new AbortController();
  const endWaiting = abortUnheard(stop);
  const outside = session.settings()?.connectivity_url ?? "";
  try {
    await Promise.any([askOwn(stop.signal), ...(outside === "" ? [] : [askOutside(outside, stop.signal)])]);
    return true;
  } catch {
    return false;
  } finally {
    endWaiting();
    stop.abort();
  }
}

/** Milliseconds. */
const listening = 250;

/**
 * Aborts after `patience` in which an answer could have been heard. A page that is busy for seconds on a slow device, or
 * that slept, finds its timers due before the answers that have arrived meanwhile: each counts as one short wait.
 */
function abortUnheard(stop: AbortController): () => void {
  let waits = patience / listening;
  const timer = setInterval(() => {
    waits -= 1;
    if (waits <= 0) stop.abort();
  }, listening);
  return () => clearInterval(timer);
}

/**
 * Without cookies, so that no session is looked up or kept alive by it. A captive portal answers everything with a page
 * or redirects; our answers have a marker, and a failure is no such page.
 */
async function askOwn(signal: AbortSignal): Promise<void> {
  const request = { method: "HEAD", cache: "no-store", credentials: "omit", redirect: "manual" } as const;
  const sentAt = Date.now();
  const { headers, status } = await fetch(own, { ...request, signal });
  if (headers.has("x-sitewalk")) compareClocks(headers.get("date"), sentAt);
  const isFailure = status >= 400 && status !== 511;
  if (!headers.has("x-sitewalk") && !isFailure) throw new Error("Somebody else answered.");
}

/** The answer is opaque; that there is one, by TLS, is enough. */
async function askOutside(address: string, signal: AbortSignal): Promise<void> {
  const request = { method: "HEAD", mode: "no-cors", cache: "no-store", credentials: "omit" } as const;
  await fetch(address, { ...request, referrerPolicy: "no-referrer", signal });
}

/** The newest call when the connection was found to be lost. */
let lostAfter = 0;
let running: Promise<boolean> | null = null;
let schedule: () => void = () => undefined;
let flag: ReturnType<typeof setTimeout> | undefined;

/** Checks now; concurrent callers share the result. */
export function checkConnection(): Promise<boolean> {
  if (running !== null) return running;
  const own = isReached().then((isThere) => {
    // The watch has ended.
    if (running !== own) return isThere;
    running = null;
    note(isThere);
    schedule();
    return isThere;
  });
  running = own;
  return own;
}

/** Assumes no connection until the first check, for a page served without the server. */
export function presumeOffline(): void {
  note(false);
}

function note(isThere: boolean): void {
  const before = connection.get();
  if (before.isOnline === isThere) return;
  if (!isThere) lostAfter = lastCall();
  clearTimeout(flag);
  connection.set({ isOnline: isThere, wasOffline: isThere });
  if (isThere) flag = setTimeout(() => connection.set({ isOnline: true, wasOffline: false }), wasOffline);
}

/**
 * Checks every ten seconds with a connection and every five without, while the page is visible; at once on the
 * browser's event, and after a failed call. Only an answer, or none, decides, so a flickering connection shows nothing.
 * Returns a function that stops it.
 */
export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = 0;
  const pause = () => (isOnline() ? poll : pollOffline);
  const ask = () => {
    clearTimeout(timer);
    askedAt = Date.now();
    void checkConnection();
  };
  const stop = new AbortController();
  /** A check that began before the event says nothing about the connection since. */
  const afterRunning = async () => {
    await running;
    if (!stop.signal.aborted) ask();
  };
  const askAfresh = () => (running === null ? ask() : void afterRunning());
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) return;
    timer = setTimeout(ask, Math.max(0, askedAt + pause() - Date.now()));
  };
  schedule = look;
  const stopCalls = watchCalls((outcome) => {
    if (outcome.kind === "success") {
      // The answer to a call made before the loss may have arrived before it, too, and been read late.
      if (outcome.number > lostAfter) note(true);
      else if (!isOnline()) ask();
    } else if (outcome.error.code === "NETWORK" && isOnline() && !document.hidden) ask();
  });
  addEventListener("online", askAfresh, { signal: stop.signal });
  addEventListener("offline", askAfresh, { signal: stop.signal });
  document.addEventListener("visibilitychange", look, { signal: stop.signal });
  if (!navigator.onLine || !isOnline()) ask();
  else {
    askedAt = Date.now();
    look();
  }
  return () => {
    clearTimeout(timer);
    clearTimeout(flag);
    stop.abort();
    stopCalls();
    schedule = () => undefined;
    running = null;
    connection.set({ isOnline: true, wasOffline: false });
  };
}
