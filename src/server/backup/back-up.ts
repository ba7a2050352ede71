import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Config } from "../config.ts";
import { secretOfInstallation } from "../platform/installation.ts";
import { type PgConnection, startPostgres } from "../platform/postgres/index.ts";
import { type BackupOptions, type MadeBackup, makeBackup } from "./make-backup.ts";
import { BackupRefused } from "./refused.ts";

/** Held while any process makes a backup: two would delete each other's work. */
const backupLock = 7_340_135;

/**
 * Makes a backup of the configured installation, into `folder`. Uses the embedded database if it is running and starts
 * it otherwise; with an external one, only takes the lock and writes the record of the backup.
 */
export async function backUp(
  config: Config,
  folder: string,
  options: Pick<BackupOptions, "keep" | "onProgress" | "now"> = {},
): Promise<MadeBackup> {
  const { dataDir } = config;
  const isOutside = config.DATABASE_URL !== "";
  const secret = await secretOfInstallation(config, BackupRefused);
  const product = await readProduct();
  const make = (database: PgConnection | null) =>
    makeBackup({
      ...options,
      folder,
      dataDir,
      database,
      secret,
      product,
      areObjectsOutside: config.S3_BUCKET !== "",
    });
  if (isOutside) return recorded({ connectionString: config.DATABASE_URL }, folder, () => make(null));
  const log = { info: () => undefined, warn: () => undefined };
  const running = await startPostgres({ root: join(dataDir, "postgres"), database: "sitewalk", log });
  try {
    return await recorded(running.connection, folder, () => make(running.connection));
  } finally {
    await running.stop();
  }
}

/** Holds the lock while `make` runs, and writes a row for it into `backups`. */
async function recorded(
  connection: ConstructorParameters<typeof Client>[0] & object,
  folder: string,
  make: () => Promise<MadeBackup>,
): Promise<MadeBackup> {
  const client = new Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const lock = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [backupLock]);
    if (lock.rows[0]?.got !== true)
      throw new BackupRefused("Another backup is running. Wait until it has finished.");
    const table = await client.query<{ name: string | null }>("select to_regclass('backups')::text as name");
    // A database that this version has not served yet.
    if (table.rows[0]?.name === null) return await make();
    await client.query(
      "update backups set state = 'failed', ended_at = now(), problem = 'interrupted' where state = 'running'",
    );
    const begun = await client.query<{ id: string }>(
      "insert into backups (folder, node) values ($1, $2) returning id",
      [folder, hostname()],
    );
    const id = begun.rows[0]?.id;
    try {
      const made = await make();
      await client.query(
        "update backups set state = 'done', ended_at = now(), name = $2, bytes = $3, copied_bytes = $4 where id = $1",
        [id, made.name, made.bytes, made.copied],
      );
      return made;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      await client
        .query("update backups set state = 'failed', ended_at = now(), problem = $2 where id = $1", [
          id,
          problem.slice(0, 1000),
        ])
        .catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function readProduct(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, "../../../package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
