import { createStore, delMany, entries, set } from "idb-keyval";

/** The video that is made of a film as soon as that has arrived. */
export interface FilmPlan {
  readonly id_project: number;
  readonly title: string;
  readonly description: string;
  readonly video_date: string;
  readonly is_public: boolean;
  readonly is_protected: boolean;
  readonly password: string;
  readonly auto_play: boolean;
  readonly muted: boolean;
  readonly loop: boolean;
  /** What is known of the file, as text. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly thumbnail: File | null;
}

/**
 * A visit and its pictures, or one film, on their way. `total` counts those that have arrived, too, `arrived` only
 * those.
 */
export interface BatchRecord {
  readonly kind: "batch";
  readonly id: string;
  /** Who sends them: they are shown to nobody else and sent for nobody else. */
  readonly user: number;
  /** Where the pictures go; null for a film. */
  readonly visit: { readonly id: number; readonly name: string } | null;
  readonly film?: FilmPlan;
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
