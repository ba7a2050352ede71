import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { codeOf } from "#server/platform/error-code.ts";
import { forEachConcurrently } from "#server/platform/limit-concurrency.ts";
import { writeDurably } from "#server/platform/postgres/durable-file.ts";
import type { PgConnection } from "#server/platform/postgres/index.ts";
import { copyHashed, type Hashed, hashFile } from "./hashed-copy.ts";
import { BackupRefused } from "./refused.ts";

export interface BaseCopy {
  /** Relative to the database's folder, with slashes. */
  readonly files: readonly (Hashed & { readonly path: string })[];
  /** Folders, including empty ones, without which the server does not start. */
  readonly folders: readonly string[];
}

/** Folders whose content belongs to the running server and is recreated at a start. */
const EMPTIED = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|current_logfiles)$/;
/** Temporary files and tables, and caches that are recreated. */
const PASSING = /^(pgsql_tmp|pg_internal\.init)|^t\d+_\d+/;
const CONTROL = "global/pg_control";
const WAL_FILE = /^[0-9A-F]{24}$/;
/** Concurrent files: most are small, and wait for the disk. */
const WIDTH = 6;

/**
 * Copies the database's files while it serves: between `pg_backup_start` and `pg_backup_stop`, with the WAL of the
 * writes meanwhile. A server that starts on the copy replays that WAL and reaches the state at the end of the copy; on
 * its own, a copy of changing files is useless.
 * @param source the folder of the running database
 * @param target an existing, empty folder
 */
export async function copyDatabase(
  connection: PgConnection,
  source: string,
  target: string,
  onFile: (bytes: number) => void,
): Promise<BaseCopy> {
  const client = new Client(connection);
  // A lost connection makes the next query fail.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // Removed with this connection. Without it the server would delete WAL that a long copy still needs.
    const slot = `sitewalk_backup_${process.pid}`;
    await client.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
    await client.query("select pg_backup_start('sitewalk', true)");
    const tree = await readTree(source);
    const files: (Hashed & { path: string })[] = [];
    for (const folder of tree.folders) await mkdir(join(target, folder), { mode: 0o700 });
    const copy = async (path: string): Promise<void> => {
      const copied = await copyUnlessGone(join(source, path), join(target, path));
      if (copied === undefined) return;
      files.push({ path, ...copied });
      onFile(copied.bytes);
    };
    await forEachConcurrently(tree.files, WIDTH, copy);
    // Last: it must not be newer than any other file.
    await copy(CONTROL);
    const { rows } = await client.query<{ label: string; until: string }>(
      "select labelfile as label, pg_walfile_name(lsn) as until from pg_backup_stop(false)",
    );
    const label = rows[0]?.label ?? "";
    const until = rows[0]?.until ?? "";
    await writeDurably(join(target, "backup_label"), label, 0o600);
    files.push({ path: "backup_label", ...(await hashFile(join(target, "backup_label"))) });
    await forEachConcurrently(await logBetween(source, label, until), 2, copy);
    return { files, folders: tree.folders };
  } finally {
    await client.end();
  }
}

/** Paths below `root`, folders before their contents. */
async function readTree(root: string): Promise<{ folders: string[]; files: string[] }> {
  const found: { folders: string[]; files: string[] } = { folders: [], files: [] };
  const read = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        found.folders.push(path);
        if (EMPTIED.has(path)) {
          if (path === "pg_wal") found.folders.push("pg_wal/archive_status", "pg_wal/summaries");
        } else await read(path);
      } else if (folder === "pg_tblspc" || (entry.isSymbolicLink() && path !== "pg_wal")) {
        throw new BackupRefused(
          `The database stores data outside its folder (${path}). Back it up with pg_basebackup; see docs/backup.md.`,
        );
      } else if (path === "pg_wal") {
        found.folders.push(path, "pg_wal/archive_status", "pg_wal/summaries");
      } else if (path !== CONTROL && !LEFT_OUT.test(path) && !PASSING.test(entry.name)) {
        found.files.push(path);
      }
    }
  };
  await read("");
  return found;
}

/** A table dropped meanwhile has no file any more: the WAL contains that, too. */
async function copyUnlessGone(source: string, target: string): Promise<Hashed | undefined> {
  try {
    return await copyHashed(source, target);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The WAL files from the start to the end of the copy, and the server's timeline history. */
async function logBetween(source: string, label: string, until: string): Promise<string[]> {
  const from = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label)?.[1];
  if (from === undefined) throw new Error("the database did not report where its log starts");
  const found = await readdir(join(source, "pg_wal"));
  const wanted = found.filter(
    (name) => name.endsWith(".history") || (WAL_FILE.test(name) && name >= from && name <= until),
  );
  if (!wanted.includes(from)) throw new Error(`the database's log no longer contains ${from}`);
  return wanted.toSorted().map((name) => `pg_wal/${name}`);
}
