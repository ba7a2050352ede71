import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { flush, makeDirectory } from "#server/media/durable.ts";
import { codeOf } from "#server/platform/error-code.ts";
import { copyHashed, type Hashed } from "./hashed-copy.ts";
import { names, readList } from "./manifest.ts";
import { BackupRefused } from "./refused.ts";

/* A folder of backups: one folder per backup, named by its time, and one pool of objects that they share. An incomplete
 * backup is in `unfinished-…` and gets its name when it is complete and flushed to disk. */
const pool = "objects";
const unfinished = "unfinished-";
const SNAPSHOT = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** The name of a backup: the instant of its start, which sorts chronologically. */
export const snapshotName = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** Names of the complete backups in a folder, oldest first. */
export async function listSnapshots(folder: string): Promise<string[]> {
  const found = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  return found.filter((name) => SNAPSHOT.test(name)).toSorted();
}

/**
 * Resolves a path given by the user: one backup, or a folder of them, of which the newest is used.
 * @throws BackupRefused when there is none
 */
export async function findSnapshot(named: string): Promise<{ folder: string; name: string }> {
  const [, parent = "", last = ""] = /^(.*?)[/\\]?([^/\\]*)[/\\]?$/.exec(named) ?? [];
  if (SNAPSHOT.test(last) && (await stat(named).catch(() => null))?.isDirectory())
    return { folder: parent === "" ? (named.startsWith("/") ? "/" : ".") : parent, name: last };
  const newest = (await listSnapshots(named)).at(-1);
  if (newest === undefined) throw new BackupRefused(`There is no backup in ${named}.`);
  return { folder: named, name: newest };
}

/** Creates the folder for a new backup; deletes the remains of an interrupted one. One backup at a time per folder. */
export async function beginSnapshot(folder: string): Promise<string> {
  await makeDirectory(join(folder, pool));
  for (const name of await readdir(folder))
    if (name.startsWith(unfinished)) await rm(join(folder, name), { recursive: true, force: true });
  const work = join(folder, `${unfinished}${randomBytes(4).toString("hex")}`);
  await mkdir(join(work, names.files), { recursive: true, mode: 0o700 });
  return work;
}

/** Gives it its final name. Its files are already flushed; this flushes the directory entries. */
export async function finishSnapshot(folder: string, work: string, name: string): Promise<void> {
  await flush(work);
  await rename(work, join(folder, name));
  await flush(folder);
}

/** Path in the pool of the bytes with this hash. */
export const pooled = (folder: string, sha256: string) => join(folder, pool, sha256.slice(0, 2), sha256);

/** Whether the pool has a file of this hash and size. Its bytes are not read: that is the task of `verify`. */
export async function isPooled(folder: string, { bytes, sha256 }: Hashed): Promise<boolean> {
  const found = await stat(pooled(folder, sha256)).catch(() => undefined);
  return found?.size === bytes;
}

/** Adds a file to the pool, unless its bytes are already there. `work` is a folder on the same disk. */
export async function putIntoPool(
  folder: string,
  work: string,
  source: string,
): Promise<Hashed & { readonly isNew: boolean }> {
  const draft = join(work, `draft-${randomBytes(8).toString("hex")}`);
  try {
    const hashed = await copyHashed(source, draft);
    if (await isPooled(folder, hashed)) return { ...hashed, isNew: false };
    const target = pooled(folder, hashed.sha256);
    await mkdir(join(target, ".."), { recursive: true });
    await rename(draft, target);
    return { ...hashed, isNew: true };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Flushes the directory entries of the pool; the file contents are already on disk. */
export async function flushPool(folder: string): Promise<void> {
  for (const name of await readdir(join(folder, pool))) await flush(join(folder, pool, name));
  await flush(join(folder, pool));
}

/** Keeps the `keep` newest backups, and the pool files they refer to. Returns the names of the deleted ones. */
export async function dropOld(folder: string, keep: number): Promise<string[]> {
  const all = await listSnapshots(folder);
  const old = all.slice(0, Math.max(0, all.length - keep));
  if (old.length === 0) return [];
  for (const name of old) {
    // Removed from the list in one step: half a backup is never mistaken for a complete one.
    const doomed = join(folder, `${unfinished}${name}`);
    await rename(join(folder, name), doomed);
    await rm(doomed, { recursive: true, force: true });
  }
  const held = new Set<string>();
  for (const name of all.slice(old.length))
    for await (const { sha256 } of readList(join(folder, name))) held.add(sha256);
  for (const shard of await readdir(join(folder, pool)))
    for (const name of await readdir(join(folder, pool, shard)))
      if (!held.has(name)) await rm(join(folder, pool, shard, name), { force: true });
  return old;
}
