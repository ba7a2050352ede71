import { randomUUID } from "node:crypto";
import { copyFile, link, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { codeOf } from "#server/platform/error-code.ts";
import type { ByteRange } from "#server/platform/http/range.ts";
import { flush, flushTree, makeDirectory } from "./durable.ts";
import { checkKey, type ObjectEntry, type ObjectStat, type ObjectStore } from "./store.ts";

/** Suffix of a file that is still being written. */
const unfinished = ".part";

/**
 * Objects as files below one folder. Sources of puts should be on the same volume: then nothing is copied. A folder is
 * moved to `trash`, on that volume too, before it is deleted piece by piece.
 */
export function createLocalStore(root: string, trash: string): ObjectStore {
  const pathOf = (key: string) => join(root, checkKey(key));
  return {
    putFile: (key, path) => putFile(pathOf(key), path),
    putDirectory: (prefix, directory) => putDirectory(pathOf(prefix), directory),
    open: (key, range) => openFile(pathOf(key), range),
    stat: async (key) => statFile(pathOf(key)),
    localFile: async (key) => {
      const path = pathOf(key);
      return (await statFile(path)) === null ? null : { path, release: () => Promise.resolve() };
    },
    remove: (key) => removeTree(pathOf(key), trash),
    list: (prefix) => listNames(pathOf(prefix)),
    walk: (prefix) => walk(prefix === "" ? root : pathOf(prefix), prefix),
    tidy: (before) => tidy(root, before),
    close: () => Promise.resolve(),
  };
}

async function putFile(target: string, source: string): Promise<void> {
  const [wanted, present] = await Promise.all([stat(source), statFile(target)]);
  if (present?.bytes === wanted.size) return;
  await makeDirectory(dirname(target));
  await flush(source);
  try {
    if (present === null) await link(source, target);
    else await replace(target, source);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    // Another volume, or a file system without hard links.
    if (!["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes(codeOf(error))) throw error;
    await replace(target, source);
  }
  await flush(dirname(target));
}

async function replace(target: string, source: string): Promise<void> {
  const temporary = `${target}.${randomUUID()}${unfinished}`;
  try {
    await copyFile(source, temporary);
    await flush(temporary);
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function putDirectory(target: string, directory: string): Promise<void> {
  await flushTree(directory);
  await makeDirectory(dirname(target));
  try {
    await rename(directory, target);
  } catch (error) {
    // A complete set exists already, made by an earlier run or concurrently by another process.
    if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error))) throw error;
    await rm(directory, { recursive: true, force: true });
  }
  await flush(dirname(target));
}

/** Hidden in one step: half a set must never be taken for a complete one. */
async function removeTree(path: string, trash: string): Promise<void> {
  await makeDirectory(trash);
  const doomed = join(trash, randomUUID());
  try {
    await rename(path, doomed);
    await flush(dirname(path));
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  await rm(doomed, { recursive: true, force: true });
}

async function openFile(path: string, range?: ByteRange): Promise<Readable | null> {
  try {
    const handle = await open(path, "r");
    if (!(await handle.stat()).isFile()) {
      await handle.close();
      return null;
    }
    return handle.createReadStream(range ? { start: range.start, end: range.end } : {});
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

async function statFile(path: string): Promise<ObjectStat | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? { bytes: found.size, modifiedAt: found.mtime } : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

async function listNames(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).toSorted();
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

async function* walk(directory: string, prefix: string): AsyncGenerator<ObjectEntry> {
  for (const name of await listNames(directory)) {
    const [path, key] = [join(directory, name), prefix === "" ? name : `${prefix}/${name}`];
    const found = await statFile(path);
    if (found === null) yield* walk(path, key);
    else if (!name.endsWith(unfinished)) yield { key, bytes: found.bytes };
  }
}

async function tidy(root: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(root, { recursive: true }).catch(() => [])) {
    if (!name.endsWith(unfinished)) continue;
    const path = join(root, name);
    const found = await statFile(path);
    if (found === null || found.modifiedAt >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

const isAbsent = (error: unknown) => ["ENOENT", "ENOTDIR"].includes(codeOf(error));
