import { createHash } from "node:crypto";
import { once } from "node:events";
import { pipeline, type Readable, Transform } from "node:stream";
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
  const controller = new AbortController();
  output.once("close", () => controller.abort());
  // Who reads is told by the stream; this listener is for an error that comes when nobody reads yet.
  output.on("error", () => controller.abort());
  zip.on("error", (error) => output.destroy(error));
  const feed = async () => {
    for await (const file of files) {
      controller.signal.throwIfAborted();
      written(await add(zip, file, controller.signal));
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
  const options = {
    mtime: new Date(Math.max(file.modifiedAt.getTime(), EARLIEST)),
    ...(file.isPacked === true ? { compress: false } : { compressionLevel: LEVEL }),
  };
  zip.addReadStreamLazy(file.path, options, handOver(counted));
  keepNameAlone(zip);
  try {
    await once(counted, "end", { signal });
  } finally {
    counted.destroy();
  }
  return { file, sha256: hash.digest("hex"), bytes };
}

/**
 * The writer remembers every entry to the end, and with it whatever was to be read: so the stream is given away once and
 * forgotten, or a large export would keep what each file needed.
 */
function handOver(stream: Readable): (give: (error: unknown, stream: Readable) => void) => void {
  const held = [stream];
  return (give) => {
    const [given] = held.splice(0);
    if (given) give(null, given);
  };
}

/**
 * The writer keeps the last entry's name as a slice of the pool that small buffers are cut from, and each such slice keeps
 * its whole pool of 64 KB: copied, it keeps itself.
 */
function keepNameAlone(zip: ZipFile): void {
  const entry = (zip as ZipFile & { readonly entries?: { utf8FileName: Buffer }[] }).entries?.at(-1);
  if (entry === undefined) return;
  const name = Buffer.allocUnsafeSlow(entry.utf8FileName.length);
  entry.utf8FileName.copy(name);
  entry.utf8FileName = name;
}

/** Pictures written as text shrink to their own size at the first level; the others cost three times as much for nothing. */
const LEVEL = 1;
