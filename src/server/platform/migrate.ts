import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "./database.ts";
import { codeOf } from "./error-code.ts";
import type { Log } from "./log.ts";

/** A file below `migrations/`. An applied file is never changed: see docs/upgrade.md. */
export interface MigrationFile extends Migration {
  /**
   * True for one that runs outside a transaction, as `create index concurrently` requires. When killed half-way it runs
   * again from its beginning, so each of its statements has to be repeatable.
   */
  readonly isOutsideTransaction?: boolean;
}

export interface MigrateOptions {
  readonly log?: Pick<Log, "info" | "warn">;
  /** The newest to apply; all by default. */
  readonly upTo?: string;
  /**
   * How long one statement waits for locks of others, in milliseconds: this is also the longest that others wait for
   * it.
   */
  readonly lockTimeoutMs?: number;
  /** Total time for which a migration is retried. */
  readonly patienceMs?: number;
}

export interface Migrated {
  readonly applied: readonly string[];
  /** Migrations that a newer version of the product has applied, unknown to this one. */
  readonly newer: readonly string[];
}

export const migrationFolder = join(import.meta.dirname, "../../../migrations");

/** The lock of Kysely's own migrator, with which versions up to 2.1 migrate: never two at a time. */
export const migrationLock = "3853314791062309107";
/** Another transaction held a lock for too long, or there was a deadlock. */
const HELD = new Set(["55P03", "40P01"]);

/**
 * Brings the schema up to date while nodes of the previous version serve: each migration in a transaction of its own,
 * whose statements wait for locks so briefly that statements queued behind them hardly notice, and are retried. Several
 * nodes may start at once; one migrates, the others find nothing left to do. After being killed at any moment, the next
 * start continues from there. A schema that is newer than this version is left alone: a node of the previous version
 * may restart while the others are updated.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<Migrated> {
  const known = await listMigrations();
  return db.connection().execute(async (connection) => {
    await takeTurn(connection);
    try {
      const done = await readDone(connection);
      const newer = checkOrder(known, done);
      if (newer.length > 0)
        options.log?.warn({ newer }, "the database is of a newer version: this one runs on it as it is");
      const applied: string[] = [];
      for (const name of known) {
        if (done.includes(name) || name > (options.upTo ?? name)) continue;
        const file = await readMigration(name);
        await patiently(options, () => apply(connection, name, file, options.lockTimeoutMs ?? 2000));
        applied.push(name);
      }
      if (applied.length > 0) options.log?.info({ applied }, "schema: brought up to date");
      return { applied, newer };
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock}::bigint)`.execute(connection);
    }
  });
}

/** Polls: waiting within a statement would block indexes that are built concurrently. */
async function takeTurn(connection: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(${migrationLock}::bigint) as got`.execute(connection);
    if (rows[0]?.got === true) return;
    await sleep(50);
  }
}

/**
 * Names of the applied migrations, in that order. The table is Kysely's, whose migrator created it for versions up to
 * 2.1.
 */
async function readDone(connection: Database): Promise<string[]> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(connection);
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by timestamp, name`.execute(connection);
  return rows.map(({ name }) => name);
}

/**
 * The applied migrations must be the beginning of the known ones. Only after all of those may there be migrations of a
 * newer version: their names, which sort after all of ours, are returned.
 */
function checkOrder(known: readonly string[], done: readonly string[]): string[] {
  const newest = known.at(-1) ?? "";
  const newer = done.filter((name) => name > newest);
  const ours = done.filter((name) => name <= newest);
  const strange = ours.find((name, at) => known[at] !== name);
  if (strange !== undefined)
    throw new Error(`The database has seen the migration ${strange}, which is not in its place here.`);
  if (newer.length > 0 && ours.length < known.length)
    throw new Error(`The database has seen ${newer[0]}, but not ${known[ours.length]} before it.`);
  return newer;
}

async function apply(
  connection: Database,
  name: string,
  file: MigrationFile,
  timeout: number,
): Promise<void> {
  const run = async (db: Database, isWhole: boolean) => {
    await sql`select set_config('lock_timeout', ${`${timeout}ms`}, ${isWhole})`.execute(db);
    await file.up(db);
    // Later than all before it, whatever this machine's clock says.
    await sql`
      insert into kysely_migration (name, timestamp)
      select ${name}, to_char(greatest(clock_timestamp(), max(timestamp)::timestamptz + interval '1 millisecond')
        at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from kysely_migration`.execute(db);
  };
  if (file.isOutsideTransaction !== true) return connection.transaction().execute((trx) => run(trx, true));
  try {
    await run(connection, false);
  } finally {
    await sql`reset lock_timeout`.execute(connection);
  }
}

/** Retries after a failure caused by locks of others: their transactions end, and go first. */
async function patiently(options: MigrateOptions, work: () => Promise<void>): Promise<void> {
  const limit = Date.now() + (options.patienceMs ?? 300_000);
  for (let pause = 250; ; pause = Math.min(pause * 2, 5000)) {
    try {
      return await work();
    } catch (error) {
      if (!HELD.has(codeOf(error)) || Date.now() + pause > limit) throw error;
      options.log?.warn({ pause }, "schema: others hold what is to be changed; trying again");
      await sleep(pause);
    }
  }
}

/** Names of all files, sorted. */
export async function listMigrations(): Promise<string[]> {
  const names = (await readdir(migrationFolder)).filter((name) => name.endsWith(".ts"));
  return names.map((name) => name.replace(/\.ts$/, "")).toSorted();
}

/** Loads one file: those applied long ago are not needed any more. */
const readMigration = (name: string): Promise<MigrationFile> =>
  import(join(migrationFolder, `${name}.ts`)) as Promise<MigrationFile>;
