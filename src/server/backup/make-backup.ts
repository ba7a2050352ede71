import { createHash } from "node:crypto";
import { mkdir, readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { Client } from "pg";
import { flushTree, makeDirectory } from "#server/media/durable.ts";
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
import { copyHashed } from "./hashed-copy.ts";
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
  const { dataDir, database, areObjectsOutside, now = () => new Date() } = options;
  await makeDirectory(options.folder);
  const folder = await realpath(options.folder);
  if (`${folder}${sep}`.startsWith(`${await realpath(dataDir)}${sep}`))
    throw new BackupRefused(`${folder} lies in the data folder: what happens to one would happen to both.`);
  const installation = createHash("sha256")
    .update(`installation:${options.secret}`)
    .digest("hex")
    .slice(0, 16);
  const last = await lastOf(folder, installation);
  const made = now();
  const name = snapshotName(made);
  const work = await beginSnapshot(folder);
  const known = last === undefined ? new Map<string, Listed>() : await listed(join(folder, last));
  const progress = { files: 0, bytes: 0 };
  const tell = (step: Progress["step"], bytes: number) => {
    progress.files += 1;
    progress.bytes += bytes;
    options.onProgress?.({ step, ...progress });
  };
  const taken = { folder, work, dataDir, known, objects: new Map<string, Listed>(), copied: 0, tell };

  const postgres = join(dataDir, "postgres");
  await askForSpace(
    folder,
    (await newBytes(taken, areObjectsOutside)) + (database ? await sizeOfTree(postgres) : 0),
  );
  if (!areObjectsOutside) await takeObjects(taken);
  const files: { path: string; bytes: number; sha256: string }[] = [];
  const folders: string[] = [];
  let facts: DatabaseFacts = { schema: null, postgres: null };
  const copyFile = async (path: string) => {
    await mkdir(join(work, names.files, path, ".."), { recursive: true, mode: 0o700 });
    files.push({ path, ...(await copyHashed(join(dataDir, path), join(work, names.files, path))) });
  };
  // Before the database: its copy may know more than what was noted beside it, never less.
  for (const seal of await readdir(join(dataDir, "audit")).catch(() => [])) await copyFile(`audit/${seal}`);
  if (database !== null) {
    facts = await askDatabase(database);
    const data = "postgres/data";
    await mkdir(join(work, names.files, data), { recursive: true, mode: 0o700 });
    const copy = await copyDatabase(database, join(dataDir, data), join(work, names.files, data), (bytes) =>
      tell("database", bytes),
    );
    files.push(...copy.files.map((file) => ({ ...file, path: `${data}/${file.path}` })));
    folders.push(data, ...copy.folders.map((path) => `${data}/${path}`));
    await copyFile("postgres/secret");
  }
  if (!areObjectsOutside) await takeObjects(taken);
  const hasKey = (await stat(join(dataDir, "app.key")).catch(() => null)) !== null;
  if (hasKey) await copyFile("app.key");

  const list = await writeList(work, taken.objects.values());
  const without: Manifest["without"] = [
    ...(database === null ? ["database" as const] : []),
    ...(areObjectsOutside ? ["objects" as const] : []),
    ...(hasKey ? [] : ["key" as const]),
  ];
  const manifest: Manifest = {
    format: 1,
    made_at: made.toISOString(),
    product: options.product,
    ...facts,
    platform: `${process.platform}-${process.arch}`,
    installation,
    without,
    folders,
    files,
    list,
  };
  await writeManifest(work, manifest);
  await flushTree(join(work, names.files));
  await flushPool(folder);
  await finishSnapshot(folder, work, name);
  const dropped = options.keep === undefined ? [] : await dropOld(folder, options.keep);
  const inFiles = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return { name, manifest, bytes: inFiles + list.bytes, copied: inFiles + taken.copied, dropped };
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
  /** By the backup before. */
  readonly known: ReadonlyMap<string, Listed>;
  readonly objects: Map<string, Listed>;
  copied: number;
  readonly tell: (step: Progress["step"], bytes: number) => void;
}

const isSame = (object: ObjectFile, known: Listed | undefined): known is Listed =>
  known?.bytes === object.bytes && known.modified === object.modified;

async function newBytes({ dataDir, known }: Taken, areObjectsOutside: boolean): Promise<number> {
  let bytes = 0;
  if (!areObjectsOutside)
    for await (const object of objectFiles(dataDir))
      if (!isSame(object, known.get(object.path))) bytes += object.bytes;
  return bytes;
}

/** Takes what has not been taken yet. Objects never change their bytes, so those of the backup before are not read again. */
async function takeObjects(taken: Taken): Promise<void> {
  const { folder, work, dataDir, known, objects, tell } = taken;
  await inTurns(objectFiles(dataDir), WIDTH, async (object) => {
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
