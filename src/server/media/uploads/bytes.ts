import type { Readable } from "node:stream";
import type { LocalCopy } from "../store.ts";

/**
 * Where the bytes of uploads under way lie. What `append` and `length` say is durable, for every node that may be asked
 * next. Puts throw `STORAGE_FULL`, or `UNAVAILABLE` when the bytes go to a store that is away.
 */
export interface UploadBytes {
  begin(id: string): Promise<void>;
  /** A whole file becomes the bytes of an upload that has none; the source stays. */
  take(id: string, path: string): Promise<void>;
  /**
   * Adds what the stream brings, from the offset on, while the lease is held. Returns the new length. When the stream
   * breaks, or the lease is lost, it rejects, and what came before counts.
   */
  append(id: string, stream: Readable, offset: number): Promise<number>;
  /** Null when the bytes are gone. */
  length(id: string): Promise<number | null>;
  /** Its first bytes, some megabytes at least where there are as many, as a file of this machine. */
  beginning(id: string): Promise<LocalCopy | null>;
  /** All that came so far as a file of this machine. */
  whole(id: string): Promise<LocalCopy | null>;
  /** Harmless when there is nothing. */
  remove(id: string): Promise<void>;
  /** Removes what belongs to no upload, or to one that is settled. Returns how many. */
  sweep(): Promise<number>;
}
