import { stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#server/platform/error-code.ts";
import { forEachConcurrently } from "#server/platform/limit-concurrency.ts";
import { listSnapshots, pooled } from "./backup-folder.ts";
import { hashFile } from "./hashed-copy.ts";
import { type Listed, type Manifest, names, readList, readManifest } from "./manifest.ts";
import { BackupRefused } from "./refused.ts";

export interface Damage {
  /** In the folder of backups: the file to check, or to delete so that the next backup copies it again. */
  readonly file: string;
  readonly problem: "missing" | "changed" | "unreadable";
  /** Paths in the data folder that it belongs to. */
  readonly of: readonly string[];
}

export interface Verified {
  readonly manifest: Manifest;
  readonly files: number;
  readonly bytes: number;
  /** Damages that prevent any restore: database, key, list. */
  readonly vital: readonly Damage[];
  readonly objects: readonly Damage[];
}

const WIDTH = 4;

/** Reads everything in one backup and compares it with the manifest. */
export async function verifySnapshot(
  folder: string,
  name: string,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Verified> {
  const snapshot = join(folder, name);
  const manifest = await readManifest(snapshot);
  const vital: Damage[] = [];
  const objects: Damage[] = [];
  let bytes = 0;
  const count = (read: number) => {
    bytes += read;
    onBytes(read);
  };
  const own = [
    ...manifest.files.map((file) => ({ ...file, file: join(name, names.files, file.path) })),
    { ...manifest.list, bytes: null, path: names.list, file: join(name, names.list) },
  ];
  await forEachConcurrently(own, WIDTH, async (wanted) => {
    const problem = await problemOf(join(folder, wanted.file), wanted, count);
    if (problem !== null) vital.push({ file: wanted.file, problem, of: [wanted.path] });
  });
  const held = await byHash(snapshot);
  await forEachConcurrently(held.values(), WIDTH, async (group) => {
    const { sha256 } = group[0];
    const problem = await problemOf(pooled(folder, sha256), group[0], count);
    if (problem === null) return;
    objects.push({ file: pooled("", sha256), problem, of: group.map(({ path }) => path) });
  });
  return { manifest, files: own.length + held.size, bytes, vital, objects };
}

/** Verifies all backups of a folder; shared files are read for each of them. */
export async function verifyFolder(
  folder: string,
  onBytes?: (bytes: number) => void,
): Promise<Map<string, Verified | BackupRefused>> {
  const found = new Map<string, Verified | BackupRefused>();
  for (const name of await listSnapshots(folder))
    found.set(
      name,
      await verifySnapshot(folder, name, onBytes).catch((error: unknown) => {
        if (error instanceof BackupRefused) return error;
        throw error;
      }),
    );
  return found;
}

type Group = [Listed, ...Listed[]];

async function byHash(snapshot: string): Promise<Map<string, Group>> {
  const groups = new Map<string, Group>();
  // A missing list is reported by its own hash.
  if ((await stat(join(snapshot, names.list)).catch(() => null)) === null) return groups;
  for await (const object of readList(snapshot)) {
    const group = groups.get(object.sha256);
    if (group === undefined) groups.set(object.sha256, [object]);
    else group.push(object);
  }
  return groups;
}

async function problemOf(
  path: string,
  wanted: { readonly bytes: number | null; readonly sha256: string },
  count: (bytes: number) => void,
): Promise<Damage["problem"] | null> {
  try {
    const found = await hashFile(path);
    count(found.bytes);
    const isWhole = found.sha256 === wanted.sha256 && (wanted.bytes ?? found.bytes) === found.bytes;
    return isWhole ? null : "changed";
  } catch (error) {
    return codeOf(error) === "ENOENT" ? "missing" : "unreadable";
  }
}
