import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Flushes a file's bytes, or a folder's names, to the disk: a rename survives a power cut only after this. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder with its parents and flushes every new name. */
export async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let at = path; at.length >= first.length; at = dirname(at)) await flush(at);
  await flush(dirname(first));
}

/** Flushes a folder and everything in it. */
export async function flushTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true });
  for (const entry of entries) {
    const path = join(directory, entry.name);
    await (entry.isDirectory() ? flushTree(path) : flush(path));
  }
  await flush(directory);
}
