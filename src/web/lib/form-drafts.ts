import { draftsDatabase, recall, storageKeys } from "./storage.ts";

interface Kept {
  readonly value: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** So many forms keep what was begun in them; the oldest give way. */
const most = 20;
const table = "drafts";

/** Each person has drafts of their own on a shared device. */
function nameOf(form: string): string {
  const user = JSON.parse(recall(storageKeys.user) ?? "null") as { readonly id?: number } | null;
  return `${user?.id ?? 0}:${form}`;
}

/**
 * What this person has begun in a form: texts, choices and files, as they were. It outlives the page and ends with the
 * session. Undefined where there is nothing, or nothing can be kept.
 */
export async function readDraft<T>(
  form: string,
  isDraft: (value: unknown) => value is T,
): Promise<T | undefined> {
  try {
    const kept = await inStore<Kept | undefined>("readonly", (store) => store.get(nameOf(form)));
    return kept !== undefined && isDraft(kept.value) ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

export const hasDraft = async (form: string): Promise<boolean> =>
  (await readDraft(form, (value): value is object => typeof value === "object" && value !== null)) !==
  undefined;

/** Keeps a draft until it is sent or discarded. Returns whether it is kept: private windows may refuse. */
export async function keepDraft(form: string, value: unknown): Promise<boolean> {
  try {
    await inStore("readwrite", (store) => store.put({ value, at: Date.now() } satisfies Kept, nameOf(form)));
    const names = await inStore("readonly", (store) => store.getAllKeys());
    if (names.length > most) await forgetOldest();
    return true;
  } catch {
    return false;
  }
}

export async function forgetDraft(form: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(nameOf(form))).catch(() => undefined);
}

async function forgetOldest(): Promise<void> {
  const names = await inStore("readonly", (store) => store.getAllKeys());
  const all = await inStore<Kept[]>("readonly", (store) => store.getAll());
  const oldest = names
    .map((name, index) => ({ name, at: all[index]?.at ?? 0 }))
    .toSorted((a, b) => b.at - a.at);
  for (const { name } of oldest.slice(most)) await inStore("readwrite", (store) => store.delete(name));
}

/** Opened for each step and closed after it: the end of a session deletes the database, which no tab may hold up. */
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(draftsDatabase);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(table));
  const database = await resultOf(opening);
  try {
    return await resultOf(act(database.transaction(table, mode).objectStore(table)));
  } finally {
    database.close();
  }
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("no database")));
  });
