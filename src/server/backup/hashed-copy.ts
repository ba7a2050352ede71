import { createHash } from "node:crypto";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { flush } from "#server/media/durable.ts";
import { writeAll } from "#server/media/receive.ts";

export interface Hashed {
  readonly bytes: number;
  /** In hexadecimal, of exactly these bytes. */
  readonly sha256: string;
}

/** Bytes read and written at a time; several files are in progress concurrently. */
const PIECE = 1 << 20;
/**
 * Bytes after which a copy is flushed: the database on the same disk waits with each commit until what a copy has left
 * in memory is written, seconds for files of a gigabyte.
 */
const FLUSHED = 8 << 20;

/**
 * Copies a file, counting and hashing the bytes written, and flushes it: it is on the disk when this returns. A file
 * that grows meanwhile is copied with its content at opening, or more.
 * @throws EEXIST when the target exists
 */
export async function copyHashed(source: string, target: string, mode = 0o600): Promise<Hashed> {
  const from = await open(source, "r");
  try {
    const to = await open(target, "wx", mode);
    try {
      const copied = await pump(from, to);
      await to.sync();
      return copied;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/**
 * Flushes the directory entries in a folder and below it. The files themselves were flushed one by one as they were
 * copied.
 */
export async function flushNames(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await flushNames(join(folder, entry.name));
  await flush(folder);
}

/** Reads a whole file, counting and hashing. */
export async function hashFile(path: string): Promise<Hashed> {
  const file = await open(path, "r");
  try {
    return await pump(file);
  } finally {
    await file.close();
  }
}

async function pump(from: FileHandle, to?: FileHandle): Promise<Hashed> {
  const { size } = await from.stat();
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(PIECE, size + 1)));
  const hash = createHash("sha256");
  let bytes = 0;
  let waiting = 0;
  for (;;) {
    const { bytesRead } = await from.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return { bytes, sha256: hash.digest("hex") };
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    bytes += bytesRead;
    if (to === undefined) continue;
    await writeAll(to, piece);
    waiting += bytesRead;
    if (waiting < FLUSHED) continue;
    await to.datasync();
    waiting = 0;
  }
}
