import { doorPathOf, properPath } from "#contract/doors.ts";

/** How the worker handles a request; null leaves it to the browser, as if there were no worker. */
export type Kind = "file" | "picture" | "visit" | "points" | "screen" | "door";

/** The properties of a request, as the browser reports them. */
export interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
  readonly headers: { has(name: string): boolean };
}

/** Calls, files, sockets, callbacks of sign-in providers: a page opened there is not one of ours. */
const foreign = /^\/(?:(?:api|media|assets|app|auth|icons|shell|terms|privacy)(?:\/|$)|autodesk\/model$)/;

/** Moving media: requested in many segments that are needed only once, and its playlists change every second. */
const moving = /^\/media\/(?:films|live|cctv)\//;
/** Pages of moving media: without a connection they have nothing to show. */
const movingPage = /^\/(?:video|live|cctv)\/[^/]/;

/** The view of a snag on a crew's page: a call by its address, a picture by its content. */
export const crop = /^\/api\/answers\/[^/]+\/snags\/\d+\/crop$/;

/**
 * The worker never handles a call, with one exception besides that picture: the transitions between rooms of a shared visit, which belong to
 * the visit's page and are equally public. Writes, cross-origin requests and range requests are ignored.
 */
export function kindOf(asked: Asked, origin: string): Kind | null {
  const url = new URL(asked.url);
  if (asked.method !== "GET" || url.origin !== origin) return null;
  const path = url.pathname;
  if (asked.mode === "navigate") return kindOfPage(path);
  if (asked.headers.has("range")) return null;
  if (path.startsWith("/assets/")) return "file";
  if (path.startsWith("/media/")) return moving.test(path) ? null : "picture";
  if (crop.test(path)) return "picture";
  return path === "/api/viewer-room-pois" ? "points" : null;
}

/**
 * Whether the browser requests it while the worker is still starting (navigation preload). A worker that ignores such a
 * request makes the browser send it twice: the return from an external sign-in would send a code that the first request
 * has just used up.
 */
export const isAskedAhead = ({ method, mode, url }: Asked, origin: string): boolean =>
  mode === "navigate" && method === "GET" && new URL(url).origin === origin;

function kindOfPage(path: string): Kind | null {
  // The snags of a crew's link open by their code alone, as a shared visit does.
  if (/^\/(?:viewer|answer)\/[^/]+/.test(path)) return "visit";
  if (movingPage.test(path)) return null;
  if (foreign.test(path) || path.startsWith("/viewer") || /\.[a-z0-9]{2,11}$/i.test(path)) return null;
  // On sign-in pages the worker waits for a slow response, because only the server can sign a user in.
  return doorPathOf(properPath(path)) === undefined ? "screen" : "door";
}

/** Whether two URLs are of the same page, whatever room, view or snag they name. */
export const isSamePage = (one: string, other: string): boolean =>
  one.split("/")[1] === other.split("/")[1] && codeOf(one) === codeOf(other);

/** The code in the URL of a visit's page or of a crew's link. */
export const codeOf = (path: string): string => path.split("/")[2] ?? "";

/** A media URL without its signature: it names the same content for every user and at any time. */
export const contentOf = (address: string): string => address.replace(/^\/media\/[^/]+\.[^/]+\//, "/media/");

/** Pages of visits and the points in their rooms: the same URL has other content tomorrow. */
export const changesAt = (address: string): boolean => !address.startsWith("/media/");
