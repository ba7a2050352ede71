import type { CapturedPicture } from "./announce.ts";
import type { Batch } from "./batch.ts";
import type { BatchRecord, PictureRecord, UploadShelf } from "./records.ts";

export interface SendHooks {
  readonly signal: AbortSignal;
  onShare(share: number): void;
  onAddress(address: string | null): void;
}

export interface QueueParts {
  readonly shelf: UploadShelf;
  /**
   * Creates a room from a picture, or a video from an uploaded file; rejects when it was refused, did not arrive, or
   * `signal` aborted.
   */
  send(picture: PictureRecord, batch: BatchRecord, hooks: SendHooks): Promise<void>;
  /** Milliseconds to add to this device's clock for the server's; null while unknown. */
  clockOffset(): number | null;
  /** SHA-256 of a file, 64 hex digits; empty where the browser computes none. */
  hash(file: File): Promise<string>;
  /** Announces checksums before their files travel. */
  announce(pictures: readonly CapturedPicture[], batch: BatchRecord): Promise<void>;
  /** Id of the user who is signed in to this page, null for none: files may be added before the queue was started. */
  user(): number | null;
  /**
   * Whether this user is still the one who is signed in to this browser: an open page may not have heard of a sign-out
   * elsewhere, and its calls carry the session of the user who signed in since.
   */
  isSignedIn(user: number): boolean;
  /** Resolves when nothing small waits in the outbox that can be sent before. */
  untilItsTurn(signal: AbortSignal): Promise<void>;
  /** Whether a failure is a temporary one of the network rather than of the picture. */
  isOfTheLine(error: unknown): boolean;
  /** The error message for a failure. */
  explain(error: unknown, batch: BatchRecord): string;
  /** Resolves when a retry is worthwhile; `tried` counts from 1. */
  untilWorthIt(tried: number, signal: AbortSignal): Promise<void>;
  /** Calls `mine` once no other page of this browser sends this batch; returns a function that releases it. */
  claim(batch: string, mine: () => void): () => void;
  onArrived(batch: Batch): void;
  /** Once per batch, and once per failure. */
  onEnd(batch: Batch): void;
}
