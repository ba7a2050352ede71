import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import type { S3Client } from "#server/integrations/s3/s3-client.ts";
import { bodyOf, type S3Body } from "#server/integrations/s3/s3-exchange.ts";
import { S3Failure } from "#server/integrations/s3/s3-failure.ts";
import { forEachConcurrently } from "#server/platform/limit-concurrency.ts";

const MiB = 2 ** 20;
/** Bytes up to which a file is uploaded in one piece. */
const onePiece = 64 * MiB;
/** Bytes of a part, which is held in memory; how many are transferred concurrently; how many there may be. */
const partBytes = 16 * MiB;
const atOnce = 3;
const mostParts = 10_000;

/**
 * Stores a file, unless an object of its size exists already; `isFresh` skips that check. Then reads the stored size,
 * so that a misunderstood answer is detected.
 */
export async function putWhole(
  client: S3Client,
  key: string,
  path: string,
  { isFresh = false } = {},
): Promise<void> {
  const { size } = await stat(path);
  if (!isFresh && (await client.head(key))?.bytes === size) return;
  if (size < onePiece) await client.put(key, await fileBody(path, size));
  else await putParts(client, key, path, size);
  if (isFresh) return;
  const found = await client.head(key);
  if (found?.bytes !== size)
    throw new S3Failure(0, "Incomplete", `${found?.bytes ?? 0} of ${size} bytes are there`);
}

async function fileBody(path: string, bytes: number): Promise<S3Body> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: MiB })) hash.update(chunk as Buffer);
  return {
    bytes,
    sha256: hash.digest("hex"),
    open: () => createReadStream(path, { highWaterMark: MiB / 4 }),
  };
}

/** Uploads in parts, all of which are removed when one of them fails. */
async function putParts(client: S3Client, key: string, path: string, size: number): Promise<void> {
  const id = await client.beginParts(key);
  const file = await open(path, "r");
  try {
    const etags = await sendParts(client, key, id, file, size);
    await client.completeParts(key, id, etags).catch(async (error: unknown) => {
      // The lost answer may be the final one: then the parts are gone, and the object exists.
      const isDone = error instanceof S3Failure && error.kind === "NoSuchUpload";
      if (!isDone || (await client.head(key))?.bytes !== size) throw error;
    });
  } catch (error) {
    // Parts left by a failure here are removed by `tidy`.
    await client.abortParts(key, id).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

async function sendParts(
  client: S3Client,
  key: string,
  id: string,
  file: FileHandle,
  size: number,
): Promise<string[]> {
  const length = Math.max(partBytes, Math.ceil(size / mostParts));
  const count = Math.ceil(size / length);
  const etags: string[] = Array.from({ length: count }, () => "");
  await forEachConcurrently(etags.keys(), atOnce, async (at) => {
    const bytes = Buffer.alloc(Math.min(length, size - at * length));
    await readFully(file, bytes, at * length);
    etags[at] = await client.putPart(key, id, at + 1, bodyOf(bytes));
  });
  return etags;
}

async function readFully(file: FileHandle, target: Buffer, from: number): Promise<void> {
  for (let at = 0; at < target.length; ) {
    const { bytesRead } = await file.read(target, at, target.length - at, from + at);
    if (bytesRead === 0) throw new Error("a file became shorter while it was stored");
    at += bytesRead;
  }
}
