import { limits } from "#contract/limits.ts";
import { databaseSteps } from "./database-steps.ts";
import { createStore, useStore } from "./store.ts";

/** An item that a user added while the screen was locked: a note, photos, or both. */
export interface Capture {
  /** Assigned here, lower-case UUID: repeating the work with it creates nothing twice. */
  readonly guid: string;
  /** Whose it is: no other user is ever shown it. */
  readonly user: number;
  readonly text: string;
  readonly photos: readonly File[];
  /** SHA-256 of each photo in hexadecimal, computed before it was stored. */
  readonly sha256: readonly string[];
  /** By the clock of the device, in milliseconds since the epoch. */
  readonly at: number;
}

export type NewCapture = Pick<Capture, "user" | "text" | "photos">;

/** Why an item was not stored. */
export type CaptureRefusal = "full" | "count" | "failed";

export class CaptureError extends Error {
  readonly why: CaptureRefusal;
  constructor(why: CaptureRefusal) {
    super(why);
    this.why = why;
  }
}

/** Storage of captures by guid: IndexedDB in a browser. */
export interface CaptureShelf {
  all(): Promise<readonly Capture[]>;
  put(capture: Capture): Promise<void>;
  remove(guid: string): Promise<void>;
}

const step = databaseSteps("sitewalk-captures", ["captures"]);

const browserShelf: CaptureShelf = {
  all: () => step("captures", "readonly", (store) => store.getAll()),
  put: (capture) => step("captures", "readwrite", (store) => store.put(capture, capture.guid)),
  remove: (guid) => step("captures", "readwrite", (store) => store.delete(guid)),
};

const changes = createStore(0);
/** Changes whenever this tab stores or removes an item. */
export const useCaptureChanges = (): number => useStore(changes);
export const onCaptures = changes.subscribe;
const noteChange = () => changes.set(changes.get() + 1);

/**
 * Items added behind the lock. The locked screen only writes and counts; reading requires that their user is signed in.
 * They outlive every session until their user sends or deletes them. The one interface between the locked screen and
 * the code that sends work later.
 */
export function createCaptures(shelf: CaptureShelf) {
  /** Number of items of this user, and of all other users of this device. Zero where nothing can be stored. */
  async function count(user: number): Promise<{ readonly own: number; readonly others: number }> {
    const all = await shelf.all().catch(() => []);
    const own = all.filter((capture) => capture.user === user).length;
    return { own, others: all.length - own };
  }

  return {
    count,

    /** Resolves when the item is on the disk. Rejects with a `CaptureError`; what was stored before stays. */
    async keep({ user, text, photos }: NewCapture): Promise<void> {
      const { own } = await count(user);
      if (own >= limits.captures) throw new CaptureError("count");
      const sha256 = await Promise.all(photos.map(hashOf));
      const capture: Capture = { guid: crypto.randomUUID(), user, text, photos, sha256, at: Date.now() };
      try {
        await shelf.put(capture);
      } catch (error) {
        throw new CaptureError(isQuota(error) ? "full" : "failed");
      }
      noteChange();
    },

    /** This user's items, oldest first. */
    list: async (user: number): Promise<Capture[]> =>
      (await shelf.all().catch(() => []))
        .filter((capture) => capture.user === user)
        .toSorted((a, b) => a.at - b.at),

    async remove(guid: string): Promise<void> {
      await shelf.remove(guid);
      noteChange();
    },
  };
}

export const captures = createCaptures(browserShelf);

async function hashOf(photo: File): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await photo.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const isQuota = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";

/** Number of a user's items on this device that the server does not have: what a sign-out has to mention. */
export const countWaiting = async (user: number): Promise<number> => (await captures.count(user)).own;
