import { type Act, readAct, withDependents } from "./act.ts";

/** The result of an act that was sent, for acts that refer to it. */
export interface Made {
  readonly guid: string;
  readonly id: number;
  readonly user: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Milliseconds for which it is remembered what came of an act. */
const remembered = 30 * 24 * 3_600_000;
export const isOld = ({ at }: Made): boolean => at < Date.now() - remembered;

/** Storage in which acts outlive the page. Each method is one transaction: all of it, or nothing. */
export interface ActShelf {
  all(): Promise<{ acts: Act[]; made: Made[] }>;
  /**
   * Stores acts, and removes those with the GUIDs in `gone`. Resolves when the transaction is complete. Rejects with
   * `DeviceFull` when the device has no space.
   */
  put(acts: readonly Act[], gone?: readonly string[]): Promise<void>;
  /** Removes acts, and remembers what came of one. */
  remove(guids: readonly string[], made?: Made): Promise<void>;
  /** Removes what is remembered of acts that were sent. */
  forget(guids: readonly string[]): Promise<void>;
}

/** The device has no space for another act. Acts that are stored are not affected. */
export class DeviceFull extends Error {
  constructor(cause?: unknown) {
    super("no space on this device", { cause });
    this.name = "DeviceFull";
  }
}

/** Stores new states of acts. On a full device they hold until the page is left: the acts themselves are stored. */
export const putIfSpace = (shelf: ActShelf, acts: readonly Act[]): Promise<void> =>
  shelf.put(acts).catch(unlessFull);

/**
 * Removes an act that was sent, and remembers what came of it. A full device may have no space for the latter, and must
 * give up the space of the act: one that others depend on stays, and is sent again without effect after a reload.
 */
export async function removeSent(shelf: ActShelf, made: Made, acts: readonly Act[]): Promise<void> {
  try {
    await shelf.remove([made.guid], made);
  } catch (error) {
    unlessFull(error);
    if (withDependents(acts, made.guid).length < 2) await shelf.remove([made.guid]);
  }
}

function unlessFull(error: unknown): void {
  if (!(error instanceof DeviceFull)) throw error;
}

const database = "sitewalk-outbox";
const version = 1;

export function browserShelf(): ActShelf {
  return {
    async all() {
      const found = await inStores("readonly", (acts, made) => [acts.getAll(), made.getAll()]);
      const [acts = [], made = []] = found as [unknown[]?, unknown[]?];
      return {
        acts: acts.flatMap((one) => readAct(one) ?? []).toSorted((a, b) => a.order - b.order),
        made: made as Made[],
      };
    },
    async put(records, gone = []) {
      await inStores("readwrite", (acts) => [
        ...gone.map((guid) => acts.delete(guid)),
        ...records.map((act) => acts.put(act)),
      ]);
    },
    async remove(guids, one) {
      await inStores("readwrite", (acts, made) => [
        ...guids.map((guid) => acts.delete(guid)),
        ...(one === undefined ? [] : [made.put(one)]),
      ]);
    },
    async forget(guids) {
      await inStores("readwrite", (_, made) => guids.map((guid) => made.delete(guid)));
    },
  };
}

/**
 * Resolves with the results once the transaction is complete: an earlier success of a request does not survive a crash.
 * Opened for each step and closed after it, so that a newer version in another tab can change the database.
 */
async function inStores(
  mode: IDBTransactionMode,
  act: (acts: IDBObjectStore, made: IDBObjectStore) => readonly IDBRequest[],
): Promise<unknown[]> {
  const opened = await open();
  try {
    return await new Promise((resolve, reject) => {
      const options = { durability: "strict" } as const;
      const transaction = opened.transaction(["acts", "made"], mode, options);
      let requests: readonly IDBRequest[] = [];
      transaction.addEventListener("complete", () =>
        resolve(requests.map(({ result }) => result as unknown)),
      );
      transaction.addEventListener("abort", () => reject(failureOf(transaction.error)));
      requests = act(transaction.objectStore("acts"), transaction.objectStore("made"));
    });
  } catch (error) {
    throw failureOf(error);
  } finally {
    opened.close();
  }
}

const failureOf = (error: unknown): Error =>
  error instanceof DOMException && error.name === "QuotaExceededError"
    ? new DeviceFull(error)
    : error instanceof Error
      ? error
      : new Error("the device's storage failed");

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, version);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore("acts", { keyPath: "guid" });
      request.result.createObjectStore("made", { keyPath: "guid" });
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(failureOf(request.error)));
  });
}
