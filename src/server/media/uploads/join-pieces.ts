import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ObjectStore } from "../store.ts";

export interface StoredPiece {
  readonly start: number;
  readonly bytes: number;
  readonly object: string;
}

/**
 * Writes the pieces one after the other into a new file. Returns its SHA-256 as lower-case hex; null when a piece is
 * missing or of another length.
 */
export async function joinPieces(
  store: ObjectStore,
  pieces: readonly StoredPiece[],
  path: string,
): Promise<string | null> {
  const hash = createHash("sha256");
  let isWhole = true;
  async function* bytes(): AsyncGenerator<Buffer> {
    let at = 0;
    for (const { start, object, bytes: length } of pieces) {
      const stream = start === at ? await store.open(object) : null;
      if (stream === null) break;
      for await (const chunk of stream) {
        at += (chunk as Buffer).length;
        hash.update(chunk as Buffer);
        yield chunk as Buffer;
      }
      if (at !== start + length) break;
    }
    const last = pieces.at(-1);
    isWhole = last !== undefined && at === last.start + last.bytes;
  }
  await pipeline(
    Readable.from(bytes(), { objectMode: false }),
    createWriteStream(path, { flags: "wx", mode: 0o600 }),
  );
  return isWhole ? hash.digest("hex") : null;
}
