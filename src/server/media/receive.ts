import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { limits } from "#contract/limits.ts";
import { isDiskFull } from "#server/platform/error-code.ts";
import { AppError } from "#server/platform/errors.ts";

/** The stream exceeded the limit. The caller selects the error code (a picture, a video, a floor plan). */
export class TooLarge extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.name = "TooLarge";
    this.maxBytes = maxBytes;
  }
}

/** A complete upload on disk, flushed, not yet claimed. */
export interface ReceivedFile {
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Deletes the temporary file; harmless when it is deleted already. */
  discard(): Promise<void>;
}

export interface ReceiveOptions {
  readonly directory: string;
  /** The largest accepted size. */
  readonly maxBytes: number;
  /** Free bytes below which nothing is accepted; default: 5 % of the volume, 512 MiB at most. */
  readonly reserveBytes?: number;
}

/**
 * Writes a stream to a temporary file, counting and hashing on the way. Resolves when the bytes are on disk. On any
 * error the file is deleted first: `TooLarge` above the limit, `STORAGE_FULL` when the volume is full or nearly so, the
 * stream's own error when the sender disconnected.
 */
export async function receiveFile(stream: Readable, options: ReceiveOptions): Promise<ReceivedFile> {
  await mkdir(options.directory, { recursive: true });
  const path = join(options.directory, `${randomUUID()}.part`);
  const discard = () => rm(path, { force: true });
  let handle: FileHandle | undefined;
  try {
    await refuseWhenNearlyFull(options);
    handle = await open(path, "wx", 0o600);
    const { bytes, sha256 } = await copyCounted(stream, handle, options.maxBytes);
    await handle.sync();
    await handle.close();
    return { path, bytes, sha256, discard };
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await discard();
    // A sender reads no answer before it has sent everything: the rest is drained so that it does not hang.
    stream.resume();
    throw asStorageFull(error);
  }
}

async function copyCounted(stream: Readable, handle: FileHandle, maxBytes: number) {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    const data = chunk as Buffer;
    bytes += data.length;
    if (bytes > maxBytes) throw new TooLarge(maxBytes);
    hash.update(data);
    await writeAll(handle, data);
  }
  // A multipart parser with a limit of its own ends the stream early and only sets this flag.
  if ("truncated" in stream && stream.truncated === true) throw new TooLarge(maxBytes);
  return { bytes, sha256: hash.digest("hex") };
}

/** Writes all of it, from `at` on in the file; by default where the last write ended. */
export async function writeAll(handle: FileHandle, data: Buffer, at?: number): Promise<void> {
  let offset = 0;
  while (offset < data.length) {
    const position = at === undefined ? null : at + offset;
    const { bytesWritten } = await handle.write(data, offset, data.length - offset, position);
    offset += bytesWritten;
  }
}

/** The database often lives on the same volume: its log must never hit a full disk. */
export async function refuseWhenNearlyFull({
  directory,
  reserveBytes,
}: Pick<ReceiveOptions, "directory" | "reserveBytes">): Promise<void> {
  const volume = await statfs(directory);
  const size = volume.blocks * volume.bsize;
  const reserve = reserveBytes ?? Math.min(size * limits.disk.reserveShare, limits.disk.reserveBytes);
  if (volume.bavail * volume.bsize < reserve) throw new AppError("STORAGE_FULL");
}

/** The error for a full volume or quota; any other error unchanged. */
export function asStorageFull(error: unknown): unknown {
  return isDiskFull(error) ? new AppError("STORAGE_FULL", { cause: error }) : error;
}
