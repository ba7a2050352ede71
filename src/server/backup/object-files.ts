import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/*
 * Folders of the data folder whose files are objects: pictures and films, and recordings of live channels. Uploads under
 * way are none: who sends them begins again.
 */
const store = "media/objects";
const recordings = "live";
/** A name that a put has not finished. */
const HALF = /\.part$/;

export interface ObjectFile {
  /** From the data folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly modified: number;
}

/**
 * Every object of an installation, in the order of their names: of a recording first its index, then what it names.
 * Where pictures are in a store outside, recordings that wait to be put there.
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
