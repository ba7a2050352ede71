import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/* Folders of the data folder whose files are objects: pictures and videos, and recordings of live channels. Uploads in
 * progress are not: their senders start over. */
const store = "media/objects";
const recordings = "live";
/** Name of an unfinished put. */
const HALF = /\.part$/;

export interface ObjectFile {
  /** Relative to the data folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly modified: number;
}

/**
 * Every object of an installation, in the order of their names: of a recording first its index, then the files it
 * names. With external object storage, the recordings that wait to be moved there.
 */
export async function* objectFiles(dataDir: string, isStoreOutside: boolean): AsyncGenerator<ObjectFile> {
  if (!isStoreOutside) yield* filesBelow(dataDir, store);
  yield* filesBelow(dataDir, recordings);
}

async function* filesBelow(dataDir: string, folder: string): AsyncGenerator<ObjectFile> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(dataDir, path);
    if (!entry.isFile() || HALF.test(entry.name)) continue;
    const found = await stat(join(dataDir, path)).catch(() => undefined);
    if (found !== undefined) yield { path, bytes: found.size, modified: Math.floor(found.mtimeMs) };
  }
}
