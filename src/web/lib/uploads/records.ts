import { createStore, delMany, entries, set } from "idb-keyval";

/** The video that is created from an uploaded file as soon as it has arrived. */
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
  /** Metadata of the file, as text. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly thumbnail: File | null;
}

/** The project of photos that are not 360 photos, and where in it they were taken, if that is known. */
export interface PhotoPlan {
  readonly id_project: number;
  /** Name of the project. */
  readonly project: string;
  readonly id_room?: number;
}

/**
 * A visit and its 360 photos, photos of a project, or one video file, being uploaded. `total` includes those that have arrived, `arrived`
 * counts only those.
 */
export interface BatchRecord {
  readonly kind: "batch";
  readonly id: string;
  /** The sender: uploads are shown to no other user and sent for no other user. */
  readonly user: number;
  /** The visit the pictures belong to; null for a video file and for photos of a project. */
  readonly visit: { readonly id: number; readonly name: string } | null;
  readonly film?: FilmPlan;
  readonly photos?: PhotoPlan;
  /** The visit was created for these pictures: the message at the end is about it. */
  readonly isNewVisit: boolean;
  readonly total: number;
  readonly arrived: number;
  readonly isPaused: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The content of a batch. */
export type BatchSubject = Pick<BatchRecord, "visit" | "film" | "photos" | "isNewVisit">;

export interface PictureRecord {
  readonly kind: "picture";
  readonly key: string;
  readonly batch: string;
  readonly order: number;
  readonly name: string;
  readonly file: File;
  /** The upload URL for its parts, once the server has assigned it. */
  readonly address: string | null;
  /** Missing for videos, and in records of earlier versions. */
  readonly capture?: PictureCapture;
}

/** Stored with a file when it is added, so that the server knows it again and can prove when it existed. */
export interface PictureCapture {
  readonly guid: string;
  /** ISO 8601, by this device's clock. */
  readonly capturedAt: string;
  readonly clockOffset: number | null;
  /** Empty until it was computed, and where the browser computes none (no TLS). */
  readonly sha256: string;
  readonly isAnnounced: boolean;
}

/** The guid of a photo of a project; in records of earlier versions it is the file's own part of the key. */
export const guidOf = ({ key, batch, capture }: Pick<PictureRecord, "key" | "batch" | "capture">): string =>
  capture?.guid ?? key.slice(batch.length + 1);

export type UploadRecord = BatchRecord | PictureRecord;

/** Storage in which the queue outlives the page. */
export interface UploadShelf {
  all(): Promise<readonly UploadRecord[]>;
  put(record: UploadRecord): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}

export const nameOf = (record: UploadRecord) =>
  record.kind === "batch" ? `batch ${record.id}` : `picture ${record.key}`;

/**
 * In IndexedDB, which stores files as they are. Separate from the persisted queries: those are removed whenever a
 * session ends.
 */
export function browserShelf(): UploadShelf {
  // Opened at the first use: some browsers have no IndexedDB.
  let store: ReturnType<typeof createStore> | undefined;
  const opened = () => (store ??= createStore("sitewalk-uploads", "records"));
  return {
    all: async () => (await entries<string, UploadRecord>(opened())).map(([, record]) => record),
    put: async (record) => set(nameOf(record), record, opened()),
    remove: async (names) => delMany([...names], opened()),
  };
}
