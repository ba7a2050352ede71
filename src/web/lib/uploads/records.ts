import { createStore, delMany, entries, set } from "idb-keyval";

/** A visit and its pictures on their way. `total` counts those that have arrived, too, `arrived` only those. */
export interface BatchRecord {
  readonly kind: "batch";
  readonly id: string;
  /** Who sends them: they are shown to nobody else and sent for nobody else. */
  readonly user: number;
  readonly visit: { readonly id: number; readonly name: string };
  /** The visit was made for these pictures: the words at the end are about it. */
  readonly isNewVisit: boolean;
  readonly total: number;
  readonly arrived: number;
  readonly isPaused: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface PictureRecord {
  readonly kind: "picture";
  readonly key: string;
  readonly batch: string;
  readonly order: number;
  readonly name: string;
  readonly file: File;
  /** Where its parts go, once the server has said so. */
  readonly address: string | null;
}

export type UploadRecord = BatchRecord | PictureRecord;

/** Where the queue outlives the page. */
export interface UploadShelf {
  all(): Promise<readonly UploadRecord[]>;
  put(record: UploadRecord): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}

export const nameOf = (record: UploadRecord) =>
  record.kind === "batch" ? `batch ${record.id}` : `picture ${record.key}`;

/** In IndexedDB, which holds files as they are. Apart from what was seen: that goes whenever a session ends. */
export function browserShelf(): UploadShelf {
  // Opened at the first use: there are browsers without one.
  let store: ReturnType<typeof createStore> | undefined;
  const opened = () => (store ??= createStore("sitewalk-uploads", "records"));
  return {
    all: async () => (await entries<string, UploadRecord>(opened())).map(([, record]) => record),
    put: async (record) => set(nameOf(record), record, opened()),
    remove: async (names) => delMany([...names], opened()),
  };
}
