import { createStore, delMany, entries, keys, set } from "idb-keyval";
import { recall, storageKeys, voiceDatabase } from "#web/lib/storage.ts";
import { recordingHead, recordingsOf } from "#web/lib/unsent-recordings.ts";

/** An unsent recording on this device, with the pieces of its sound in order. */
export interface KeptRecording {
  readonly guid: string;
  /** Media type by which it was recorded. */
  readonly type: string;
  /** Milliseconds since 1970, by the clock of this device. */
  readonly at: number;
  /** Recorded so far; null for a file that was chosen. */
  readonly seconds: number | null;
  readonly blob: Blob;
}

type Head = Omit<KeptRecording, "blob">;
type Stored = Head | Blob;

/** Separate for each user of a shared device. Throws when no user is signed in any more: no user could find it again. */
function prefixOf(target: string): string {
  const user = JSON.parse(recall(storageKeys.user) ?? "null") as { readonly id?: number } | null;
  if (typeof user?.id !== "number") throw new Error("no user");
  return `${recordingsOf(user.id)}${target}`;
}

// Opened at the first use: some browsers have no IndexedDB.
let store: ReturnType<typeof createStore> | undefined;
const opened = () => (store ??= createStore(voiceDatabase, "pieces"));

const headName = (target: string) => `${prefixOf(target)}${recordingHead}`;
const pieceName = (target: string, index: number) => `${prefixOf(target)}:${String(index).padStart(5, "0")}`;

/** Resolves whether it was stored: private windows may refuse. */
async function put(nameOf: () => string, value: Stored): Promise<boolean> {
  try {
    await set(nameOf(), value, opened());
    return true;
  } catch {
    return false;
  }
}

export const keepHead = (target: string, head: Head): Promise<boolean> => put(() => headName(target), head);
export const keepPiece = (target: string, index: number, piece: Blob): Promise<boolean> =>
  put(() => pieceName(target, index), piece);

/** The unsent recording for a snag or a day; undefined where there is none. */
export async function readRecording(target: string): Promise<KeptRecording | undefined> {
  try {
    const prefix = prefixOf(target);
    const all = (await entries<string, Stored>(opened()))
      .filter(([name]) => name.startsWith(`${prefix}:`))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const head = all.map(([, value]) => value).find((value): value is Head => !(value instanceof Blob));
    const pieces = all.map(([, value]) => value).filter((value) => value instanceof Blob);
    if (head === undefined || pieces.length === 0) return undefined;
    return { ...head, blob: new Blob(pieces, { type: head.type }) };
  } catch {
    return undefined;
  }
}

export async function forgetRecording(target: string): Promise<void> {
  try {
    const prefix = `${prefixOf(target)}:`;
    const names = (await keys<string>(opened())).filter((name) => name.startsWith(prefix));
    await delMany(names, opened());
  } catch {
    // Nothing could be stored, so nothing remains.
  }
}
