import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { refuseHalfRestored } from "../backup/half-restored.ts";
import type { Config } from "../config.ts";
import { createOperation } from "../operation.ts";
import type { Clock } from "../platform/clock.ts";
import { type Database, openDatabase } from "../platform/database.ts";
import { databaseClock } from "../platform/database-clock.ts";
import { createAppKey, readOrMakeSecret } from "../platform/key.ts";
import { compareKeys } from "../platform/key-mark.ts";
import type { Log } from "../platform/log.ts";
import { machineMegabytes, planMemory } from "../platform/machine-memory.ts";
import { migrate } from "../platform/migrate.ts";
import { startPostgres } from "../platform/postgres/index.ts";

export interface AppOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** An existing database, instead of the embedded one or `DATABASE_URL`. */
  readonly connection?: pg.PoolConfig;
  /** Multiplies the rate limits; tests of other features call often. */
  readonly rateFactor?: number;
}

/** Registers a cleanup step; steps run in reverse order. */
export type OnClose = (step: () => Promise<void>) => void;

const root = join(import.meta.dirname, "../../..");

/** Database (migrated), clock and installation key. */
export async function openFoundation(options: AppOptions, onClose: OnClose) {
  const { config, log } = options;
  const connection = options.connection ?? (await connect(config, log, onClose));
  const copy = config.DATABASE_REPLICA_URL;
  const { db, pool, replica, close } = openDatabase(connection, log, {
    ...(copy !== "" && { copy: { connectionString: copy } }),
  });
  onClose(close);
  await migrate(db, { log });
  const clock = options.clock ?? (await followDatabase(db, log, onClose));
  const secret = config.APP_KEY === "" ? await readOrMakeSecret(config.dataDir) : config.APP_KEY;
  const key = createAppKey(secret, config.APP_KEY_BEFORE);
  // The embedded database is stored beside its key.
  if (config.DATABASE_URL !== "") await compareKeys(db, key);
  return {
    config,
    log,
    connection,
    db,
    pool,
    replica,
    clock,
    key,
    operation: createOperation(),
    memory: memoryOf(config),
    version: await readVersion(),
    rateFactor: options.rateFactor ?? 1,
    serves: config.ROLE !== "worker",
    works: config.ROLE !== "web",
  };
}

/** The memory plan of this process, by the environment or the machine. */
const memoryOf = ({ MEMORY_MB }: Config) => planMemory(MEMORY_MB || machineMegabytes());

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

async function connect(config: Config, log: Log, onClose: OnClose): Promise<pg.PoolConfig> {
  await refuseHalfRestored(config.dataDir);
  if (config.DATABASE_URL !== "") return { connectionString: config.DATABASE_URL };
  const postgres = await startPostgres({
    root: join(config.dataDir, "postgres"),
    database: "sitewalk",
    log,
    isSmall: memoryOf(config).isSmall,
  });
  onClose(() => postgres.stop());
  return postgres.connection;
}

/** The time of the database, from the start on. */
async function followDatabase(db: Database, log: Log, onClose: OnClose): Promise<Clock> {
  const clock = databaseClock(db, log);
  onClose(async () => clock.stop());
  await clock.look();
  return clock;
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  return version;
}
