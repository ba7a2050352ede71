import { createHash } from "node:crypto";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { makeDirectory } from "#server/media/durable.ts";
import { codeOf } from "#server/platform/error-code.ts";
import { isUnfinished } from "#server/platform/postgres/durable-file.ts";
import type { PgConnection } from "#server/platform/postgres/index.ts";
import {
  beginSnapshot,
  dropOld,
  finishSnapshot,
  flushPool,
  listSnapshots,
  snapshotName,
} from "./backup-folder.ts";
import { flushNames } from "./hashed-copy.ts";
import { type Listed, type Manifest, names, readManifest, writeList, writeManifest } from "./manifest.ts";
import { askDatabase, createOwnFiles, noFacts } from "./own-files.ts";
import { countProgress, type Progress } from "./progress.ts";
import { BackupRefused } from "./refused.ts";
import { askForSpace, sizeOfTree } from "./space.ts";
import { listed, newBytes, takeObjects } from "./take-objects.ts";

export interface BackupOptions {
  readonly folder: string;
  readonly dataDir: string;
  /** The embedded database; null for an external one, which is backed up by other means. */
  readonly database: PgConnection | null;
  readonly areObjectsOutside: boolean;
  /** The secret of the installation, from which its identifier in the manifest is derived. */
  readonly secret: string;
  readonly product: string;
  /** Number of backups to keep; all if omitted. */
  readonly keep?: number;
  readonly onProgress?: (done: Progress) => void;
  readonly now?: () => Date;
}

export interface MadeBackup {
  readonly name: string;
  readonly manifest: Manifest;
  /** Bytes of the whole backup, and of those that had to be copied. */
  readonly bytes: number;
  readonly copied: number;
  readonly dropped: readonly string[];
}

/**
 * Makes a backup while the server runs. Objects first, then the database, then the objects added meanwhile: an object
 * named by a row of the copied database was stored before the row was written, so it is included. Killed at any moment,
 * this leaves nothing that counts as a backup. One at a time: the caller ensures that.
 * @throws BackupRefused for a problem that the user can fix
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { dataDir, database, areObjectsOutside, product } = options;
  const folder = await openFolder(options);
  const installation = markOf(options.secret);
  const last = await lastOf(folder, installation);
  const made = options.now?.() ?? new Date();
  const name = snapshotName(made);
  const work = await beginSnapshot(folder);
  const known = last === undefined ? new Map<string, Listed>() : await listed(join(folder, last));
  const tell = countProgress(options.onProgress);
  const taken = { folder, work, dataDir, areObjectsOutside, known, objects: new Map(), copied: 0, tell };

  const inDatabase = database === null ? 0 : await sizeOfTree(join(dataDir, "postgres/data"));
  await askForSpace(folder, (await newBytes(taken)) + inDatabase);
  await takeObjects(taken);
  const own = createOwnFiles(dataDir, join(work, names.files));
  // Before the database: its copy may be newer than these seals, never older.
  const seals = await readdir(join(dataDir, "audit")).catch(() => []);
  for (const seal of seals) if (!isUnfinished(seal)) await own.copy(`audit/${seal}`);
  const facts = database === null ? noFacts : await askDatabase(database);
  if (database !== null) await own.copyDatabase(database, (bytes) => tell("database", bytes));
  await takeObjects(taken);
  const hasKey = (await stat(join(dataDir, "app.key")).catch(() => null)) !== null;
  if (hasKey) await own.copy("app.key");

  const without: Manifest["without"] = [
    ...(database === null ? ["database" as const] : []),
    ...(areObjectsOutside ? ["objects" as const] : []),
    ...(hasKey ? [] : ["key" as const]),
  ];
  const list = await writeList(work, taken.objects.values());
  const { files, folders } = own;
  const platform = `${process.platform}-${process.arch}`;
  const about = { made_at: made.toISOString(), product, ...facts, platform, installation, without };
  const manifest: Manifest = { format: 1, ...about, folders, files, list };
  await writeManifest(work, manifest);
  await flushNames(join(work, names.files));
  await flushPool(folder);
  await finishSnapshot(folder, work, name);
  const dropped = options.keep === undefined ? [] : await dropOld(folder, options.keep);
  const inFiles = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return { name, manifest, bytes: inFiles + list.bytes, copied: inFiles + taken.copied, dropped };
}

async function openFolder({ folder, dataDir }: BackupOptions): Promise<string> {
  await makeDirectory(folder).catch((error: unknown) => {
    throw new BackupRefused(`The folder ${folder} cannot be created or written to (${codeOf(error)}).`, {
      cause: error,
    });
  });
  const real = await realpath(folder);
  if (`${real}${sep}`.startsWith(`${await realpath(dataDir)}${sep}`))
    throw new BackupRefused(`${real} is inside the data folder. Choose a folder outside it.`);
  return real;
}

const markOf = (secret: string) =>
  createHash("sha256").update(`installation:${secret}`).digest("hex").slice(0, 16);

/** The latest backup; refuses a folder with those of another installation. */
async function lastOf(folder: string, installation: string): Promise<string | undefined> {
  for (const name of (await listSnapshots(folder)).toReversed()) {
    const manifest = await readManifest(join(folder, name)).catch(() => undefined);
    if (manifest === undefined) continue;
    if (manifest.installation === installation) return name;
    throw new BackupRefused(
      `${folder} contains backups of another installation. Use a separate folder for each.`,
    );
  }
  return undefined;
}
