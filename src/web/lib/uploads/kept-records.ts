import type { Travel } from "./batch.ts";
import {
  type BatchRecord,
  nameOf,
  type PictureRecord,
  type UploadRecord,
  type UploadShelf,
} from "./records.ts";

/** Maximum age of stored uploads of any user; people are away for weeks. */
const keptFor = 30 * 24 * 3_600_000;
const isOld = ({ at }: BatchRecord): boolean => at < Date.now() - keptFor;

/** The stored records of this page's uploads: only those still in progress. */
export class KeptRecords {
  readonly #shelf: UploadShelf;
  readonly #travels: ReadonlyMap<string, Travel>;
  readonly #isSignedIn: () => boolean;

  constructor(shelf: UploadShelf, travels: ReadonlyMap<string, Travel>, isSignedIn: () => boolean) {
    this.#shelf = shelf;
    this.#travels = travels;
    this.#isSignedIn = isSignedIn;
  }

  /**
   * One after another: five hundred files are copied while the first ones upload. Resolves whether all of them are
   * stored.
   */
  async putAll(records: readonly UploadRecord[]): Promise<boolean> {
    let isSaved = true;
    for (const record of records) isSaved = (await this.put(record)) && isSaved;
    return isSaved;
  }

  /**
   * Stores a record that is still in progress; with a full or forbidden store only resuming after a reload is lost.
   * Resolves to false then.
   */
  async put(record: UploadRecord): Promise<boolean> {
    const travel = this.#travels.get(record.kind === "batch" ? record.id : record.batch);
    if (travel === undefined) return true;
    if (record.kind === "picture") {
      const now = travel.pictures.get(record.key);
      if (now === undefined || now.state.kind === "done") return true;
      const isStored = await this.#stored(now.record);
      // It arrived, or was removed, during the write.
      const after = this.#travels.get(record.batch)?.pictures.get(record.key);
      const isGone = this.#travels.has(record.batch)
        ? after === undefined || after.state.kind === "done"
        : this.#isSignedIn();
      if (isGone) await this.#shelf.remove([nameOf(record)]).catch(() => undefined);
      return isStored;
    }
    const isStored = await this.#stored(travel.record);
    if (!this.#travels.has(record.id) && this.#isSignedIn())
      await this.#shelf.remove([nameOf(record)]).catch(() => undefined);
    return isStored;
  }

  #stored(record: UploadRecord): Promise<boolean> {
    return this.#shelf.put(record).then(
      () => true,
      () => false,
    );
  }

  /** Everything that is stored, of all users; what is too old is removed. Empty where nothing can be stored. */
  async load(): Promise<readonly UploadRecord[]> {
    const records = await this.#shelf.all().catch(() => []);
    const old = batchesIn(records, isOld);
    if (old.length === 0) return records;
    void this.#forget(records, old).catch(() => undefined);
    return records.filter((record) => !old.includes(record.kind === "batch" ? record.id : record.batch));
  }

  /** Removes everything of a user. */
  async forgetOf(user: number): Promise<void> {
    const records = await this.#shelf.all();
    await this.#forget(
      records,
      batchesIn(records, (batch) => batch.user === user),
    );
  }

  async #forget(records: readonly UploadRecord[], batches: readonly string[]): Promise<void> {
    const names = records.flatMap((record) =>
      batches.includes(record.kind === "batch" ? record.id : record.batch) ? [nameOf(record)] : [],
    );
    if (names.length > 0) await this.#shelf.remove(names);
  }

  remove(names: readonly string[]): Promise<void> {
    return this.#shelf.remove(names).catch(() => undefined);
  }
}

/** The stored remainder of a batch, its pictures in walking order. */
export function leftOf(records: readonly UploadRecord[], id: string) {
  const left = records
    .filter((one): one is PictureRecord => one.kind === "picture" && one.batch === id)
    .toSorted((a, b) => a.order - b.order);
  const now = records.find((one): one is BatchRecord => one.kind === "batch" && one.id === id);
  return { now, left };
}

export const ownBatches = (records: readonly UploadRecord[], user: number): BatchRecord[] =>
  records.flatMap((record) => (record.kind === "batch" && record.user === user ? [record] : []));

/** Number of stored pictures of other users of this device. */
export function countOfOthers(records: readonly UploadRecord[], user: number): number {
  const own = new Set(batchesIn(records, (batch) => batch.user === user));
  return records.filter((record) => record.kind === "picture" && !own.has(record.batch)).length;
}

/** Ids of the batches that match the predicate. */
const batchesIn = (records: readonly UploadRecord[], isMeant: (batch: BatchRecord) => boolean) =>
  records.flatMap((record) => (record.kind === "batch" && isMeant(record) ? [record.id] : []));
