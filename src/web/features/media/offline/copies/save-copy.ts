import { limits } from "#contract/limits.ts";
import { copyGroups } from "#web/lib/copy-part.ts";
import { type OfflineCopy, offlineCopies, thisBuild } from "#web/lib/offline-copies.ts";
import type { CopiedFile } from "#web/lib/worker-message.ts";
import type { Collected } from "./collect.ts";
import type { CopyWorker } from "./worker-calls.ts";

/** The device has no room for the whole copy. */
export class CopyFullError extends Error {}

export interface SaveOptions {
  readonly user: number;
  readonly collected: Collected;
  /** Whether 360 photos are saved with all tiles. */
  readonly isFull: boolean;
  readonly worker: CopyWorker;
  readonly signal: AbortSignal;
  /** Called with the share of files that are done. */
  readonly onProgress: (share: number) => void;
  readonly copies?: Pick<typeof offlineCopies, "write" | "removeFiles">;
}

/**
 * Downloads the files of a copy, then stores it. A file that fails is counted and left out. When the device is full, or
 * the user cancels, nothing of it stays, and an earlier copy of the project is unchanged.
 */
export async function saveCopy(options: SaveOptions): Promise<OfflineCopy> {
  const { user, collected, isFull, worker, signal, onProgress, copies = offlineCopies } = options;
  const wanted = copyGroups
    .filter((group) => group !== "tiles" || isFull)
    .flatMap((group) => collected.files[group]);
  const files: CopiedFile[] = [];
  let failed = 0;
  try {
    if (collected.facts.visit !== null && !(await worker.copyViewer(signal))) failed += 1;
    for (let at = 0; at < wanted.length; at += limits.copies.batch) {
      signal.throwIfAborted();
      const batch = wanted.slice(at, at + limits.copies.batch);
      const copied = await worker.copy(batch, signal);
      files.push(...copied.files);
      failed += copied.failed.length;
      if (copied.isFull) throw new CopyFullError();
      onProgress(Math.min(1, (at + batch.length) / wanted.length));
    }
    signal.throwIfAborted();
    const { project, answers, answerBytes, facts } = collected;
    const copy: OfflineCopy = {
      user,
      project: project.id,
      name: project.name,
      build: thisBuild(),
      at: Date.now(),
      bytes: total([...Object.values(answerBytes), ...files.map(({ bytes }) => bytes)]),
      files: files.map(({ name }) => name),
      failed,
      ...facts,
      isFull,
    };
    await copies.write(copy, answers);
    return copy;
  } catch (error) {
    await copies.removeFiles(
      user,
      files.map(({ name }) => name),
    );
    throw error;
  }
}

const total = (sizes: readonly number[]): number => sizes.reduce((sum, bytes) => sum + bytes, 0);
