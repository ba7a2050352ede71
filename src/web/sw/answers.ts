import { copiedPages, findPicture, findVisit, forgetCopies } from "./copies.ts";
import { type Asked as AskedPage, fromServer } from "./from-server.ts";
import { pathOf } from "./kept-responses.ts";
import { isSamePage } from "./kind.ts";
import { isLocked } from "./lock.ts";
import { changed, isShellKept, keptDoor, keptShell, learn } from "./shell.ts";
import { files, pictures, visits } from "./stores.ts";

/** The used parts of a fetch event. */
export interface Asked extends AskedPage {
  waitUntil(work: Promise<unknown>): void;
}

/** Milliseconds to wait for a page from the server before the cached one is shown. */
const patience = 4000;

/** A proxy that has lost its upstream responds, but has no page; nor has a server whose patience with a request ended. */
const isLost = ({ status }: Response) => status === 408 || status === 502 || status === 504;

/** A screen of the application: the server's page, or without one in time the cached page, which loads its own data. */
export const screen = (event: Asked) => page(event, withinTime(fromServer(event)), keptShell);

/** A sign-in page: only the server can sign a user in, so the worker waits for it. */
export const door = (event: Asked) => page(event, fromServer(event), keptDoor);

async function page(
  event: Asked,
  asked: Promise<Response>,
  kept: () => Promise<Response | undefined>,
): Promise<Response> {
  try {
    const answer = await asked;
    if (isLost(answer)) return (await kept()) ?? answer;
    event.waitUntil(learn(answer.clone()).catch(() => undefined));
    return answer;
  } catch {
    return (await kept()) ?? fetch(event.request);
  }
}

function withinTime(asked: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("too late")), patience);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * The page of a shared visit or of a crew's link: the server's, else the cached one. A page that the server no longer
 * serves is removed.
 */
export async function visit(event: Asked): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const isSame = (address: string) => isSamePage(address, pathname);
  const asked = fromServer(event);
  try {
    const page = await asked;
    if (isLost(page)) return (await keptVisit(event.request.url, isSame)) ?? page;
    if ([403, 404, 410].includes(page.status))
      event.waitUntil(Promise.all([visits.forget(isSame), forgetCopies(isSame)]));
    // Embedded in another page it has the same headers and content: no user name, no token.
    if (page.ok) event.waitUntil(visits.keep(pathname, page.clone()));
    return page;
  } catch {
    return (await keptVisit(event.request.url, isSame)) ?? (await notKept(pathname)) ?? asked;
  }
}

/**
 * For a user of the application: the page that says that this visit is not on the device, and lists what is. On a locked
 * screen it leads to the lock.
 */
async function notKept(path: string): Promise<Response | undefined> {
  if (path.startsWith("/answer/") || !(await isShellKept())) return undefined;
  return Response.redirect(`/offline?missing=${encodeURIComponent(path)}`, 302);
}

/**
 * The page of this exact URL; else the last one of the same visit, without its initial picture: the viewer starts in
 * the room that the URL names.
 */
async function keptVisit(url: string, isSame: (address: string) => boolean): Promise<Response | undefined> {
  if (await isLocked()) return undefined;
  const { pathname, search } = new URL(url);
  const own = await findVisit(pathname);
  if (own !== undefined && search === "") return own;
  const last = [...(await copiedPages()), ...(await visits.addresses())].findLast(isSame);
  const other = own ?? (last === undefined ? undefined : await findVisit(last));
  if (other === undefined) return undefined;
  return changed(other, (text) => text.replace(/<img id="poster"[^>]*>/, ""));
}

/** Points may change, so the server is asked first. */
export async function points(event: Asked): Promise<Response> {
  const address = pathOf(event.request.url);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(visits.keep(address, answer.clone()));
    return answer;
  } catch (error) {
    const kept = (await isLocked()) ? undefined : await findVisit(address);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Files and pictures never change under their URL: its name contains a hash of the content. */
export async function unchanging(event: Asked, kind: "file" | "picture"): Promise<Response> {
  const store = kind === "file" ? files : pictures;
  const address = pathOf(event.request.url);
  if (kind === "picture" && (await isLocked())) return fetch(event.request);
  const kept = await (kind === "file" ? files.find(address) : findPicture(address));
  if (kept !== undefined) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(store.keep(address, answer.clone()));
  return answer;
}
