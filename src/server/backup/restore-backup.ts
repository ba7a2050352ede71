import { chmod, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { flush, makeDirectory } from "#server/media/durable.ts";
import { forEachConcurrently } from "#server/platform/limit-concurrency.ts";
import { findSnapshot, pooled } from "./backup-folder.ts";
import { restoring } from "./half-restored.ts";
import { copyHashed, flushNames } from "./hashed-copy.ts";
import { type Losses, lossesOf, writeLosses } from "./losses.ts";
import { type Listed, type Manifest, names, readList } from "./manifest.ts";
import { BackupRefused } from "./refused.ts";
import { askForSpace, shownBytes } from "./space.ts";
import { type Damage, verifySnapshot } from "./verify.ts";

export interface RestoreOptions {
  /** A folder of backups, of which the latest is used, or one of them. */
  readonly from: string;
  /** Missing or empty. */
  readonly dataDir: string;
  /** Restores the rest of a backup whose objects are damaged. */
  readonly withoutDamaged: boolean;
  readonly onBytes?: (step: "verify" | "copy", bytes: number) => void;
}

export interface Restored {
  readonly name: string;
  readonly manifest: Manifest;
  readonly bytes: number;
  readonly losses: Losses;
}

const WIDTH = 4;

/**
 * Verifies everything, then puts it in place: into a folder within the new data folder first, so that a partial restore
 * is never mistaken for an installation.
 * @throws BackupRefused with the names of damaged files; for a target that is not empty
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataDir, onBytes = () => undefined } = options;
  const work = join(dataDir, restoring);
  const present = await readdir(dataDir).catch(() => []);
  if (present.some((entry) => entry !== restoring))
    throw new BackupRefused(
      `${dataDir} is not empty. Move its contents away, or name another folder with --data.`,
    );
  const { folder, name } = await findSnapshot(options.from);
  const { manifest, vital, objects } = await verifySnapshot(folder, name, (bytes) =>
    onBytes("verify", bytes),
  );
  if (vital.length > 0) throw damaged(name, vital, "Use another backup from this folder.");
  if (objects.length > 0 && !options.withoutDamaged)
    throw damaged(
      name,
      objects,
      "Use another backup, or restore the rest with --without-damaged: files that can be recreated from an original are recreated.",
    );
  const snapshot = join(folder, name);
  const losses = lossesOf(objects.flatMap(({ of }) => of));
  const files = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
  await rm(work, { recursive: true, force: true });
  await makeDirectory(work);
  await askForSpace(dataDir, files + manifest.list.bytes);

  for (const path of manifest.folders) await mkdir(join(work, path), { recursive: true, mode: 0o700 });
  let bytes = 0;
  const copy = async (source: string, wanted: Pick<Listed, "path" | "sha256">, mode: number) => {
    const target = join(work, wanted.path);
    await mkdir(dirname(target), { recursive: true });
    const copied = await copyHashed(source, target, mode);
    // Read twice: a file that was intact a minute ago may be on a failing disk.
    if (copied.sha256 !== wanted.sha256)
      throw new BackupRefused(`${source} changed while being copied. Check the disk.`);
    bytes += copied.bytes;
    onBytes("copy", copied.bytes);
  };
  await forEachConcurrently(manifest.files, WIDTH, (file) =>
    copy(join(snapshot, names.files, file.path), file, 0o600),
  );
  const isLeft = leftOut(losses);
  await forEachConcurrently(readList(snapshot), WIDTH, async (object) => {
    if (!isLeft(object.path)) await copy(pooled(folder, object.sha256), object, 0o644);
  });
  // The database's user must be able to enter; the contents are accessible only to that user (see the supervisor).
  if (manifest.postgres !== null) await chmod(join(work, "postgres"), 0o755);
  await writeLosses(work, losses);
  await flushNames(work);
  await putInPlace(work, dataDir);
  return { name, manifest, bytes, losses };
}

/** The database last: without it no server starts on the restored files. */
async function putInPlace(work: string, dataDir: string): Promise<void> {
  const entries = (await readdir(work)).toSorted((one, other) => rank(one) - rank(other));
  for (const entry of entries) await rename(join(work, entry), join(dataDir, entry));
  await rm(work, { recursive: true });
  await flush(dataDir);
}

const rank = (entry: string) => (entry === "postgres" ? 1 : 0);

/** Sets that are rebuilt are omitted as a whole: a set with one file missing would be mistaken for a complete one. */
function leftOut({ lost, remade }: Losses): (path: string) => boolean {
  const single = new Set([...lost, ...remade.flatMap(({ files }) => files)]);
  const sets = new Set(remade.flatMap(({ sets: folders }) => folders));
  return (path) => {
    if (single.has(path)) return true;
    for (let at = dirname(path); at !== "."; at = dirname(at)) if (sets.has(at)) return true;
    return false;
  };
}

const shownAtMost = 50;

function damaged(name: string, damages: readonly Damage[], advice: string): BackupRefused {
  const lines = damages
    .slice(0, shownAtMost)
    .map(({ file, problem, of }) => `  ${problem}: ${file} (${of[0] ?? ""}${of.length > 1 ? ", …" : ""})`);
  const more = damages.length > shownAtMost ? [`  and ${damages.length - shownAtMost} more`] : [];
  return new BackupRefused(
    [`Damaged files in the backup ${name}: ${damages.length}`, ...lines, ...more, advice].join("\n"),
  );
}

/** The message shown after restoring. */
export const restoredWords = ({ name, manifest, bytes }: Restored, dataDir: string): string =>
  `Restored ${name} (version ${manifest.product}) into ${dataDir}: ${manifest.list.objects} objects, ${shownBytes(bytes)}.`;
