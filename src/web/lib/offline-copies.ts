import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { copiesName } from "./cache-names.ts";
import { databaseSteps } from "./database-steps.ts";
import { recall, remember } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

/** One server response of a saved project, under the key that its screens use. */
export interface CopyAnswer {
  readonly key: QueryKey;
  readonly data: unknown;
  /** When the server sent it, in milliseconds since the epoch. */
  readonly at: number;
}

/** A project that one user saved on this device for offline use. */
export interface OfflineCopy {
  readonly user: number;
  readonly project: number;
  readonly name: string;
  /** The build that made it; another build may read responses differently. */
  readonly build: string;
  /** When it was saved or refreshed, in milliseconds since the epoch. */
  readonly at: number;
  /** Bytes of its files and responses. */
  readonly bytes: number;
  /** Names of its files in the worker's cache; several projects may share one. */
  readonly files: readonly string[];
  /** Number of files that could not be fetched. */
  readonly failed: number;
  readonly snags: number;
  readonly rooms: number;
  readonly sheets: number;
  /** Code of the visit that opens in the viewer; null without one. */
  readonly visit: string | null;
  /** Whether the visit's 360 photos were saved in full resolution. */
  readonly isFull: boolean;
}

/** Storage of copies and of their responses, by name: IndexedDB in a browser. */
export interface CopyShelf {
  all(): Promise<readonly OfflineCopy[]>;
  answers(name: string): Promise<readonly CopyAnswer[] | undefined>;
  put(name: string, copy: OfflineCopy, answers: readonly CopyAnswer[]): Promise<void>;
  remove(name: string): Promise<void>;
}

const step = databaseSteps(copiesName, ["copies", "answers"]);

const browserShelf: CopyShelf = {
  all: () => step("copies", "readonly", (store) => store.getAll()),
  answers: (name) => step("answers", "readonly", (store) => store.get(name)),
  async put(name, copy, answers) {
    await step("answers", "readwrite", (store) => store.put(answers, name));
    await step("copies", "readwrite", (store) => store.put(copy, name));
  },
  async remove(name) {
    for (const table of ["copies", "answers"]) await step(table, "readwrite", (store) => store.delete(name));
  },
};

/**
 * The user whose copies are on this device. Readable before the database is: the first screen and the end of a session
 * ask for it.
 */
const ownerKey = "app-copies";
export const hasCopies = (user: number): boolean => recall(ownerKey) === String(user);

/** The page's first script: its name contains a hash of everything it imports. */
export const thisBuild = (): string =>
  document.querySelector("script[type=module][src]")?.getAttribute("src") ?? "";

const changes = createStore(0);
/** Changes whenever this tab stores or removes a copy. */
export const useCopyChanges = (): number => useStore(changes);
const noteChange = () => changes.set(changes.get() + 1);

const nameOf = (user: number, project: number) => `${user} ${project}`;

/** The projects saved on this device, each for one user. */
export function createOfflineCopies(shelf: CopyShelf) {
  /** This user's copies, by name. Those of other users are never returned. */
  async function list(user: number): Promise<OfflineCopy[]> {
    if (!hasCopies(user)) return [];
    const all = await shelf.all().catch(() => []);
    return all.filter((copy) => copy.user === user).toSorted((a, b) => a.name.localeCompare(b.name));
  }

  /** Removes these files from the cache, except those that a saved project uses. */
  async function removeFiles(user: number, files: readonly string[]): Promise<void> {
    const used = new Set((await list(user)).flatMap((copy) => copy.files));
    const gone = files.filter((file) => !used.has(file));
    if (gone.length === 0) return;
    try {
      const cache = await caches.open(copiesName);
      for (const file of gone) await cache.delete(file, { ignoreVary: true });
    } catch {
      // Without a cache there is nothing to remove.
    }
  }

  return {
    list,
    removeFiles,

    find: async (user: number, project: number): Promise<OfflineCopy | undefined> =>
      (await list(user)).find((copy) => copy.project === project),

    /** Stores a copy, and removes files that only its former state used. */
    async write(copy: OfflineCopy, answers: readonly CopyAnswer[]): Promise<void> {
      const before = (await list(copy.user)).find(({ project }) => project === copy.project);
      await shelf.put(nameOf(copy.user, copy.project), copy, answers);
      remember(ownerKey, String(copy.user));
      if (before !== undefined) await removeFiles(copy.user, before.files);
      noteChange();
    },

    /** Removes a project from this device, with the files that no other saved project uses. */
    async remove(user: number, project: number): Promise<void> {
      const copy = (await list(user)).find((one) => one.project === project);
      if (copy === undefined) return;
      await shelf.remove(nameOf(user, project));
      await removeFiles(user, copy.files);
      if ((await list(user)).length === 0) remember(ownerKey, null);
      noteChange();
    },

    /**
     * Restores the responses of this user's copies into the cache where it holds nothing newer. Copies of another build
     * are left out: their responses may have another form.
     */
    async restore(client: QueryClient, user: number): Promise<void> {
      const build = thisBuild();
      const own = (await list(user)).filter((copy) => copy.build === build);
      const cache = client.getQueryCache();
      for (const { project } of own) {
        const answers = (await shelf.answers(nameOf(user, project)).catch(() => undefined)) ?? [];
        for (const { key, data, at } of answers) {
          const known = client.getQueryState(key);
          if (known?.data !== undefined && known.dataUpdatedAt >= at) continue;
          cache
            .build(client, { queryKey: [...key], gcTime: Number.POSITIVE_INFINITY, meta: { isCopy: true } })
            .setData(data, { updatedAt: at, manual: true });
        }
      }
    },
  };
}

export const offlineCopies = createOfflineCopies(browserShelf);

/** Removes the copies of another user: this user has signed in on the same device. */
export async function removeCopiesOfOthers(user: number): Promise<void> {
  const owner = recall(ownerKey);
  if (owner === null || owner === String(user)) return;
  remember(ownerKey, null);
  indexedDB.deleteDatabase(copiesName);
  await caches.delete(copiesName).catch(() => false);
}
