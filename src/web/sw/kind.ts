import { doorPathOf, properPath } from "#contract/doors.ts";

/** What the worker does about a request; null leaves it to the browser, as if there were no worker. */
export type Kind = "file" | "picture" | "visit" | "points" | "screen" | "door";

/** What is asked of a request, as the browser tells it. */
export interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
  readonly headers: { has(name: string): boolean };
}

/** Calls, files, sockets, the ways back from sign-in providers: a page that is opened there is none of ours. */
const foreign = /^\/(?:(?:api|media|assets|app|auth|icons|shell|terms|privacy)(?:\/|$)|autodesk\/model$)/;

/** What moves: it is asked for in many pieces that nobody wants twice, and its lists say something else each second. */
const moving = /^\/media\/(?:films|live|cctv)\//;
/** Pages of what moves: without a connection there is nothing to show on them. */
const movingPage = /^\/(?:video|live|cctv)\/[^/]/;

/**
 * The worker never touches a call, with one exception: the ways from room to room of a shared visit, which belong to
 * the visit's page and are as public. Whatever is written, comes from elsewhere, or is asked for in pieces passes by.
 */
export function kindOf(asked: Asked, origin: string): Kind | null {
  const url = new URL(asked.url);
  if (asked.method !== "GET" || url.origin !== origin) return null;
  const path = url.pathname;
  if (asked.mode === "navigate") return kindOfPage(path);
  if (asked.headers.has("range")) return null;
  if (path.startsWith("/assets/")) return "file";
  if (path.startsWith("/media/")) return moving.test(path) ? null : "picture";
  return path === "/api/viewer-room-pois" ? "points" : null;
}

/**
 * Whether the browser asks for it while the worker is still waking up (navigation preload). A worker that leaves such a
 * request alone makes the browser ask twice: whoever comes back from a sign-in elsewhere would bring a code that was
 * spent a moment ago, by himself.
 */
export const isAskedAhead = ({ method, mode, url }: Asked, origin: string): boolean =>
  mode === "navigate" && method === "GET" && new URL(url).origin === origin;

function kindOfPage(path: string): Kind | null {
  if (/^\/viewer\/[^/]+/.test(path)) return "visit";
  if (movingPage.test(path)) return null;
  if (foreign.test(path) || path.startsWith("/viewer") || /\.[a-z0-9]{2,11}$/i.test(path)) return null;
  // Where somebody signs in a slow answer is waited for, because only the server can let him in.
  return doorPathOf(properPath(path)) === undefined ? "screen" : "door";
}

/** The share code in the address of a visit's page. */
export const codeOf = (path: string): string => path.split("/")[2] ?? "";

/** A media address without its signature: what it names is the same to whoever and whenever it was given. */
export const contentOf = (address: string): string => address.replace(/^\/media\/[^/]+\.[^/]+\//, "/media/");
