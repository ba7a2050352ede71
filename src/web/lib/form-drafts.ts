import { draftsDatabase, recall, storageKeys } from "./storage.ts";

interface Kept {
  readonly value: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Maximum number of stored form drafts; the oldest are dropped. */
const most = 20;
const table = "drafts";

/** Each user has separate drafts on a shared device. */
function nameOf(form: string): string {
  const user = JSON.parse(recall(storageKeys.user) ?? "null") as { readonly id?: number } | null;
  return `${user?.id ?? 0}:${form}`;
}

/**
 * The user's draft of a form: texts, selections and files. It survives a reload and ends with the session. Undefined
 * where there is none, or nothing can be stored.
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

/** Stores a draft until it is sent or discarded. Resolves whether it was stored: private windows may refuse. */
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

/**
 * Opened for each step and closed after it: the end of a session deletes the database, which an open connection in a
 * tab would block.
 */
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
