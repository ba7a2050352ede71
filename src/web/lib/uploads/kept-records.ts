import type { Travel } from "./batch.ts";
import {
  type BatchRecord,
  nameOf,
  type PictureRecord,
  type UploadRecord,
  type UploadShelf,
} from "./records.ts";

/** Maximum age of stored uploads of any user: by then the site has been walked again. */
const keptFor = 7 * 24 * 3_600_000;
export const isOld = ({ at }: BatchRecord): boolean => at < Date.now() - keptFor;

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

  /** One after another: five hundred files are copied while the first ones upload. */
  async putAll(records: readonly UploadRecord[]): Promise<void> {
    for (const record of records) await this.put(record);
  }

  /** Stores a record that is still in progress; with a full or forbidden store only resuming after a reload is lost. */
  async put(record: UploadRecord): Promise<void> {
    const travel = this.#travels.get(record.kind === "batch" ? record.id : record.batch);
    if (travel === undefined) return;
    if (record.kind === "picture") {
      const now = travel.pictures.get(record.key);
      if (now === undefined || now.state.kind === "done") return;
      await this.#shelf.put(now.record).catch(() => undefined);
      // It arrived, or was removed, during the write.
      const after = this.#travels.get(record.batch)?.pictures.get(record.key);
      const isGone = this.#travels.has(record.batch)
        ? after === undefined || after.state.kind === "done"
        : this.#isSignedIn();
      if (isGone) await this.#shelf.remove([nameOf(record)]).catch(() => undefined);
    } else {
      await this.#shelf.put(travel.record).catch(() => undefined);
      if (!this.#travels.has(record.id) && this.#isSignedIn())
        await this.#shelf.remove([nameOf(record)]).catch(() => undefined);
    }
  }

  async forget(records: readonly UploadRecord[], batches: readonly string[]): Promise<void> {
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

/** Ids of the batches that match the predicate. */
export const batchesIn = (records: readonly UploadRecord[], isMeant: (batch: BatchRecord) => boolean) =>
  records.flatMap((record) => (record.kind === "batch" && isMeant(record) ? [record.id] : []));
