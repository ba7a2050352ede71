import type { Readable } from "node:stream";
import type { LocalCopy } from "../store.ts";

/** All bytes of an upload, and their hash. */
export interface WholeUpload extends LocalCopy {
  /** Lower-case hex, of the bytes as they are stored. */
  readonly sha256: string;
}

/** A complete file that becomes an upload at once. */
export interface TakenFile {
  readonly path: string;
  readonly sha256: string;
}

/**
 * Storage of the bytes of uploads under way. What `append` and `length` report is durable, for every node that may be
 * asked next. Writes throw `STORAGE_FULL`, or `UNAVAILABLE` when the bytes go to a store that is unreachable.
 */
export interface UploadBytes {
  begin(id: string): Promise<void>;
  /** Makes a whole file the bytes of an upload that has none; the source is kept. */
  take(id: string, file: TakenFile): Promise<void>;
  /**
   * Appends the stream from the offset on, while the lease is held. Returns the new length. When the stream breaks, or
   * the lease is lost, it rejects, and the bytes received before count.
   */
  append(id: string, stream: Readable, offset: number): Promise<number>;
  /** Null when the bytes are gone. */
  length(id: string): Promise<number | null>;
  /** Its first bytes, at least some megabytes if there are as many, as a file of this machine. */
  beginning(id: string): Promise<LocalCopy | null>;
  /** All bytes received so far as a file of this machine. */
  whole(id: string): Promise<WholeUpload | null>;
  /** A no-op when there is nothing. */
  remove(id: string): Promise<void>;
  /** Removes bytes that belong to no upload, or to a settled one. Returns how many. */
  sweep(): Promise<number>;
}
