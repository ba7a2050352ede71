import { createHash } from "node:crypto";
import { mkdir, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { Client } from "pg";
import { makeDirectory } from "#server/media/durable.ts";
import type { PgConnection } from "#server/platform/postgres/index.ts";
import {
  beginSnapshot,
  dropOld,
  finishSnapshot,
  flushPool,
  isPooled,
  listSnapshots,
  putIntoPool,
  snapshotName,
} from "./backup-folder.ts";
import { copyDatabase } from "./base-copy.ts";
import { copyHashed, flushNames } from "./hashed-copy.ts";
import { inTurns } from "./in-turns.ts";
import {
  type Listed,
  type Manifest,
  names,
  readList,
  readManifest,
  writeList,
  writeManifest,
} from "./manifest.ts";
import { type ObjectFile, objectFiles } from "./object-files.ts";
import { BackupRefused, codeOf } from "./refused.ts";
import { askForSpace, sizeOfTree } from "./space.ts";

export interface BackupOptions {
  readonly folder: string;
  readonly dataDir: string;
  /** The embedded database; null for one outside, which is kept by its own means. */
  readonly database: PgConnection | null;
  readonly areObjectsOutside: boolean;
  /** The secret of the installation, of which its mark in the manifest is made. */
  readonly secret: string;
  readonly product: string;
  /** How many backups stay; all without it. */
  readonly keep?: number;
  readonly onProgress?: (done: Progress) => void;
  readonly now?: () => Date;
}

export interface Progress {
  readonly step: "objects" | "database";
  readonly files: number;
  /** Of everything looked at. */
  readonly bytes: number;
}

export interface MadeBackup {
  readonly name: string;
  readonly manifest: Manifest;
  /** Of the whole, and of that what had to be copied. */
  readonly bytes: number;
  readonly copied: number;
  readonly dropped: readonly string[];
}

const WIDTH = 4;

/**
 * Makes a backup while the server runs. Objects first, then the database, then the objects that came meanwhile: what a
 * row of the copied database names was put before the row was written, so it is held. Killed at any moment this leaves
 * what does not count as a backup. One at a time: the caller sees to it.
 * @throws BackupRefused for what a person can change
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
  const tell = counter(options.onProgress);
  const taken = { folder, work, dataDir, areObjectsOutside, known, objects: new Map(), copied: 0, tell };

  const inDatabase = database === null ? 0 : await sizeOfTree(join(dataDir, "postgres/data"));
  await askForSpace(folder, (await newBytes(taken)) + inDatabase);
  await takeObjects(taken);
  const own = createOwnFiles(dataDir, join(work, names.files));
  // Before the database: its copy may know more than what was noted beside it, never less.
  for (const seal of await readdir(join(dataDir, "audit")).catch(() => [])) await own.copy(`audit/${seal}`);
  const facts = database === null ? none : await askDatabase(database);
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
    throw new BackupRefused(`The folder ${folder} cannot be made or written (${codeOf(error)}).`, {
      cause: error,
    });
  });
  const real = await realpath(folder);
  if (`${real}${sep}`.startsWith(`${await realpath(dataDir)}${sep}`))
    throw new BackupRefused(`${real} lies in the data folder: what happens to one would happen to both.`);
  return real;
}

const markOf = (secret: string) =>
  createHash("sha256").update(`installation:${secret}`).digest("hex").slice(0, 16);

function counter(onProgress: BackupOptions["onProgress"]) {
  const progress = { files: 0, bytes: 0 };
  return (step: Progress["step"], bytes: number) => {
    progress.files += 1;
    progress.bytes += bytes;
    onProgress?.({ step, ...progress });
  };
}

/** What a backup does not share with others: the database, the key, what lies beside them. */
function createOwnFiles(dataDir: string, target: string) {
  const files: Manifest["files"] = [];
  const folders: string[] = [];
  const copy = async (path: string) => {
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    files.push({ path, ...(await copyHashed(join(dataDir, path), join(target, path))) });
  };
  return {
    files,
    folders,
    copy,
    async copyDatabase(connection: PgConnection, onFile: (bytes: number) => void) {
      const data = "postgres/data";
      await mkdir(join(target, data), { recursive: true, mode: 0o700 });
      const made = await copyDatabase(connection, join(dataDir, data), join(target, data), onFile);
      files.push(...made.files.map((file) => ({ ...file, path: `${data}/${file.path}` })));
      folders.push(data, ...made.folders.map((path) => `${data}/${path}`));
      await copy("postgres/secret");
    },
  };
}

/** The newest backup; refuses a folder that holds those of somebody else. */
async function lastOf(folder: string, installation: string): Promise<string | undefined> {
  for (const name of (await listSnapshots(folder)).toReversed()) {
    const manifest = await readManifest(join(folder, name)).catch(() => undefined);
    if (manifest === undefined) continue;
    if (manifest.installation === installation) return name;
    throw new BackupRefused(
      `${folder} holds backups of another installation. Give each a folder of its own.`,
    );
  }
  return undefined;
}

async function listed(snapshot: string): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  for await (const object of readList(snapshot)) found.set(object.path, object);
  return found;
}

interface Taken {
  readonly folder: string;
  readonly work: string;
  readonly dataDir: string;
  readonly areObjectsOutside: boolean;
  /** By the backup before. */
  readonly known: ReadonlyMap<string, Listed>;
  readonly objects: Map<string, Listed>;
  copied: number;
  readonly tell: (step: Progress["step"], bytes: number) => void;
}

const isSame = (object: ObjectFile, known: Listed | undefined): known is Listed =>
  known?.bytes === object.bytes && known.modified === object.modified;

async function newBytes({ dataDir, areObjectsOutside, known }: Taken): Promise<number> {
  let bytes = 0;
  for await (const object of objectFiles(dataDir, areObjectsOutside))
    if (!isSame(object, known.get(object.path))) bytes += object.bytes;
  return bytes;
}

/** Takes what has not been taken yet. Objects never change their bytes, so those of the backup before are not read again. */
async function takeObjects(taken: Taken): Promise<void> {
  const { folder, work, dataDir, areObjectsOutside, known, objects, tell } = taken;
  await inTurns(objectFiles(dataDir, areObjectsOutside), WIDTH, async (object) => {
    if (isSame(object, objects.get(object.path))) return;
    const former = known.get(object.path);
    if (isSame(object, former) && (await isPooled(folder, former))) {
      objects.set(object.path, former);
      tell("objects", object.bytes);
      return;
    }
    try {
      const { isNew, ...hashed } = await putIntoPool(folder, work, join(dataDir, object.path));
      objects.set(object.path, { path: object.path, modified: object.modified, ...hashed });
      if (isNew) taken.copied += hashed.bytes;
      tell("objects", hashed.bytes);
    } catch (error) {
      // Deleted meanwhile: no row names it any more.
      if (codeOf(error) !== "ENOENT") throw error;
    }
  });
}

interface DatabaseFacts {
  readonly schema: string | null;
  readonly postgres: string | null;
}

const none: DatabaseFacts = { schema: null, postgres: null };

async function askDatabase(connection: PgConnection): Promise<DatabaseFacts> {
  const client = new Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const version = await client.query<{ text: string }>("select current_setting('server_version') as text");
    // A database that was never served has none.
    const newest = await client
      .query<{ name: string }>("select name from kysely_migration order by name desc limit 1")
      .catch(() => undefined);
    return { schema: newest?.rows[0]?.name ?? null, postgres: version.rows[0]?.text ?? null };
  } finally {
    await client.end();
  }
}
