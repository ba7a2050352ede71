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
