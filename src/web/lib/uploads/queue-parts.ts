import type { Batch } from "./batch.ts";
import type { BatchRecord, PictureRecord, UploadShelf } from "./records.ts";

export interface SendHooks {
  readonly signal: AbortSignal;
  onShare(share: number): void;
  onAddress(address: string | null): void;
}

export interface QueueParts {
  readonly shelf: UploadShelf;
  /** Makes a room of a picture, or a video of a film; rejects when it was refused, did not arrive, or `signal` aborted. */
  send(picture: PictureRecord, batch: BatchRecord, hooks: SendHooks): Promise<void>;
  /** Whether a failure is of the line and passes, rather than of the picture. */
  isOfTheLine(error: unknown): boolean;
  /** Words for a failure. */
  explain(error: unknown, batch: BatchRecord): string;
  /** Resolves when it is worth trying again; `tried` counts from 1. */
  untilWorthIt(tried: number, signal: AbortSignal): Promise<void>;
  /** Calls `mine` once no other page of this browser sends this batch; returns what gives it up. */
  claim(batch: string, mine: () => void): () => void;
  onArrived(batch: Batch): void;
  /** Once per batch, and once per failure. */
  onEnd(batch: Batch): void;
}
