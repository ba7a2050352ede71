/** Messages from a page to the service worker. */
export type ToWorker =
  /** The user requests the new version now. */
  | { readonly type: "activate" }
  /** The persisted data of one user has been deleted. */
  | { readonly type: "forget" }
  /** The screen has been locked or unlocked (`lock.ts`). */
  | { readonly type: "lock" }
  | {
      readonly type: "here";
      /**
       * Sent by a page of the application, which is then cached whole; for a guest at a shared visit only that visit is
       * cached.
       */
      readonly isApplication: boolean;
      readonly language: string;
      /** URLs of the files the page has loaded without the worker. */
      readonly seen: readonly string[];
    }
  /** Stores files of a project that the user saves for offline use. Answered with `Copied` through the port. */
  | { readonly type: "copy"; readonly addresses: readonly string[] }
  /** Stores the scripts and texts of the viewer. Answered through the port with whether all of them are there. */
  | { readonly type: "copy-viewer" }
  /** Determines sizes without a download. Answered with `Measured` through the port. */
  | { readonly type: "measure"; readonly addresses: readonly string[] };

/** One stored file: the name under which it is cached, and its bytes. */
export interface CopiedFile {
  readonly name: string;
  readonly bytes: number;
}

export interface Copied {
  readonly files: readonly CopiedFile[];
  /** Addresses that could not be fetched. */
  readonly failed: readonly string[];
  /** The device has no room for more. */
  readonly isFull: boolean;
}

/** Bytes by address; null where the server did not state them. */
export type Measured = readonly (number | null)[];
