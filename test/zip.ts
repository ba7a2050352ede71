import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

export interface Unpacked {
  readonly bytes: Buffer;
  readonly modifiedAt: Date;
  /** Not compressed. */
  readonly isStored: boolean;
}

/**
 * Every entry of a zip by its path, in the zip's own order. Fails where a zip reader would: sizes, checksums, invalid
 * paths.
 */
export async function unzip(zip: Uint8Array): Promise<Map<string, Unpacked>> {
  const file = await fromBufferPromise(Buffer.from(zip), { strictFileNames: true, validateEntrySizes: true });
  const found = new Map<string, Unpacked>();
  for await (const entry of file.eachEntry()) {
    if (found.has(entry.fileName)) throw new Error(`${entry.fileName} is in the zip twice`);
    found.set(entry.fileName, {
      bytes: await buffer(await file.openReadStreamPromise(entry)),
      modifiedAt: entry.getLastModDate(),
      isStored: entry.compressionMethod === 0,
    });
  }
  return found;
}
