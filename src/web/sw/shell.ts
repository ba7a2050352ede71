import { shellCache } from "#web/lib/cache-names.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";
import { keptFiles } from "./kept-files.ts";
import { files } from "./stores.ts";

/** The URL at which the server provides the application's page without a user. */
const address = "/shell";
/** The URL of the page that says that sign-in requires a connection. */
const doorAddress = "/shell/door";
/** Stored beside it: the opening tag of the last page, and the languages whose texts are cached. */
const notes = "/shell?notes";
const hour = 3_600_000;

interface Notes {
  /** `<html ...>` of the last page from the server: language, direction and theme of this user. */
  readonly tag?: string;
  readonly languages: readonly string[];
  readonly at: number;
  /** The build of the page. */
  readonly entry?: string;
}

const open = () => caches.open(shellCache);

async function readNotes(): Promise<Notes> {
  const found = await (await open()).match(notes);
  return found === undefined ? { languages: [], at: 0 } : ((await found.json()) as Notes);
}

async function writeNotes(changes: Partial<Notes>): Promise<void> {
  const cache = await open();
  await cache.put(notes, Response.json({ ...(await readNotes()), ...changes }));
}

/** The page for when the server is unreachable, in the theme of the last page; undefined while none is cached. */
export async function keptShell(): Promise<Response | undefined> {
  const found = await (await open()).match(address, { ignoreVary: true });
  if (found === undefined) return undefined;
  const { tag } = await readNotes();
  return tag === undefined ? found : changed(found, (text) => text.replace(/<html\b[^>]*>/, () => tag));
}

/** The same page with its text changed. */
export async function changed(page: Response, change: (text: string) => string): Promise<Response> {
  const headers = new Headers(page.headers);
  // The body is decompressed by now, and may be longer.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(change(await page.text()), { headers });
}

export const keptDoor = async () => (await open()).match(doorAddress, { ignoreVary: true });

export const isShellKept = async () =>
  (await (await open()).match(address, { ignoreVary: true })) !== undefined;

/** Stores from a page of the server how the next one should look, and fetches a newer shell after an hour. */
export async function learn(page: Response): Promise<void> {
  if (!page.ok || page.headers.get("content-type")?.includes("html") !== true) return;
  const [tag] = /<html\b[^>]*>/.exec(await page.text()) ?? [];
  if (tag !== undefined && /\bdata-theme=/.test(tag)) await writeNotes({ tag });
  const { at, entry } = await readNotes();
  const isOld = entry !== keptFiles.entry || Date.now() - at > hour;
  if (isOld && (await isShellKept())) await fetchShell();
}

let keeping: Promise<void> = Promise.resolve();

/**
 * Caches everything the application needs to open without a connection, in at least one language. Every opened page
 * calls this again: files cached by an earlier call are not fetched twice.
 */
export function keepApplication(language?: string): Promise<void> {
  keeping = keeping.catch(() => undefined).then(() => keepWhole(language));
  return keeping;
}

/**
 * First the files of every screen, then the page: from then on each screen opens whose files have been loaded once. The
 * rest, mostly for screens not yet opened, follows.
 */
async function keepWhole(language: string | undefined): Promise<void> {
  const { languages } = await readNotes();
  const wanted = [
    ...languages.filter((name) => name !== language),
    ...(language === undefined ? [] : [language]),
  ];
  const words = wanted.flatMap((name) => keptFiles.languages[name] ?? []);
  await keepFiles([...keptFiles.first, ...words]);
  await writeNotes({ languages: wanted });
  if (!(await isShellKept())) await fetchPage();
  await keepFiles(keptFiles.shell);
  if ((await keptDoor()) === undefined) await fetchDoor();
}

/** A new worker has other files; the shell must be of the same build, or it would request removed files. */
export async function fetchShell(): Promise<void> {
  await fetchPage();
  await fetchDoor();
}

async function fetchPage(): Promise<void> {
  const page = await fetch(address, { credentials: "omit", cache: "no-cache" });
  if (!page.ok || !(await page.clone().text()).includes(keptFiles.entry))
    throw new Error("The server's page is of another build.");
  await (await open()).put(address, page);
  await writeNotes({ at: Date.now(), entry: keptFiles.entry });
}

async function fetchDoor(): Promise<void> {
  const { languages } = await readNotes();
  const door = await fetch(`${doorAddress}?lang=${languages.at(-1) ?? ""}`, { credentials: "omit" });
  if (door.ok) await (await open()).put(doorAddress, door);
}

/** Stores the files that opening a saved visit requires; its page is stored with the project. */
export const keepViewer = (): Promise<void> => keepFiles(keptFiles.viewer);

async function keepFiles(addresses: readonly string[]): Promise<void> {
  await forEachConcurrently(addresses, async (name) => {
    if (await files.has(name)) return;
    // After the page's own requests.
    const answer = await fetch(name, { priority: "low" });
    if (!answer.ok) throw new Error(`${name} cannot be had.`);
    await files.keep(name, answer);
  });
}
