import { createHash } from "node:crypto";
import { once } from "node:events";
import { pipeline, type Readable, Transform } from "node:stream";
import { ZipFile } from "yazl";
import type { ExportFile } from "./part.ts";

/** Outcome of one file in the zip. */
export interface Written {
  readonly file: ExportFile;
  /** Null when it was lost. */
  readonly sha256: string | null;
  readonly bytes: number;
}

/** Earliest date that zip files support. */
const EARLIEST = Date.UTC(1980, 0, 2);

/**
 * Returns the files as a zip that is created while it is read: one file is open at a time, and only the list of names
 * is held in memory. Above 4 GB it becomes zip64 automatically. `written` is called for each file before the next one
 * is requested, so that the last ones can list those before. Destroying the stream ends the reading of the files; a
 * file that fails destroys it.
 */
export function zipOf(files: AsyncIterable<ExportFile>, written: (what: Written) => void): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const controller = new AbortController();
  output.once("close", () => controller.abort());
  // The reader gets the error from the stream; this listener handles an error that occurs before reading starts.
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
  // The zip writer does not listen for errors of its sources; `counted` reports them to its owner.
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
 * The writer keeps every entry to the end, including its source: so the stream is handed over once and released, or a
 * large export would keep the resources of each file.
 */
function handOver(stream: Readable): (give: (error: unknown, stream: Readable) => void) => void {
  const held = [stream];
  return (give) => {
    const [given] = held.splice(0);
    if (given) give(null, given);
  };
}

/**
 * The writer keeps the last entry's name as a slice of the pool of small buffers, and each such slice retains its whole
 * pool of 64 KB: a copy retains only itself.
 */
function keepNameAlone(zip: ZipFile): void {
  const entry = (zip as ZipFile & { readonly entries?: { utf8FileName: Buffer }[] }).entries?.at(-1);
  if (entry === undefined) return;
  const name = Buffer.allocUnsafeSlow(entry.utf8FileName.length);
  entry.utf8FileName.copy(name);
  entry.utf8FileName = name;
}

/**
 * Pictures written as text shrink to their own size at the first level; higher levels cost three times as much for
 * nothing.
 */
const LEVEL = 1;
