import { createHash } from "node:crypto";
import { once } from "node:events";
import { type Readable, Transform, pipeline } from "node:stream";
import { ZipFile } from "yazl";
import type { ExportFile } from "./part.ts";

/** What became of a file on its way into the zip. */
export interface Written {
  readonly file: ExportFile;
  /** Null when it was lost. */
  readonly sha256: string | null;
  readonly bytes: number;
}

/** The earliest date that zip files know. */
const EARLIEST = Date.UTC(1980, 0, 2);

/**
 * The files as a zip, made while it is read: one file is open at a time and nothing is held but the list of names.
 * Past 4 GB it is zip64 by itself. `written` is told of each file before the next one is asked for, so that the last
 * ones can tell of those before. Destroying the stream ends the reading of the files; a file that fails destroys it.
 */
export function zipOf(files: AsyncIterable<ExportFile>, written: (what: Written) => void): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const life = new AbortController();
  output.once("close", () => life.abort());
  // Who reads is told by the stream; this listener is for an error that comes when nobody reads yet.
  output.on("error", () => life.abort());
  zip.on("error", (error) => output.destroy(error));
  const feed = async () => {
    for await (const file of files) {
      life.signal.throwIfAborted();
      written(await add(zip, file, life.signal));
    }
    zip.end();
  };
  feed().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}

async function add(zip: ZipFile, file: ExportFile, signal: AbortSignal): Promise<Written> {
  const source = await file.open();
  if (source === undefined) return { file, sha256: null, bytes: 0 };
  if (signal.aborted) source.destroy();
  const hash = createHash("sha256");
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  // The writer of zips listens to no error of what it reads; its owner is told by `counted`.
  pipeline(source, counted, () => undefined);
  zip.addReadStream(counted, file.path, {
    mtime: new Date(Math.max(file.modifiedAt.getTime(), EARLIEST)),
    ...(file.isPacked === true ? { compress: false } : { compressionLevel: LEVEL }),
  });
  try {
    await once(counted, "end", { signal });
  } finally {
    counted.destroy();
  }
  return { file, sha256: hash.digest("hex"), bytes };
}

/** Pictures written as text shrink to their own size at the first level; the others cost three times as much for nothing. */
const LEVEL = 1;
