import { setTimeout as sleep } from "node:timers/promises";
import { bringUp, type Up } from "./bring-up.ts";
import { layoutOf, prepareRoot } from "./layout.ts";
import { isAlive } from "./process-table.ts";
import { PostgresRefused } from "./refused.ts";
import { registerUse, type ServerUse } from "./server-users.ts";
import { shutDown } from "./shut-down.ts";
import { acquireStartLock } from "./start-lock.ts";
import type { PostgresOptions, RunningPostgres } from "./types.ts";

const WATCH_MS = 250;
const RETRY_MS = 1_000;

/**
 * Starts the PostgreSQL that comes with Sitewalk, or adopts the one already running on `root`, and restarts it when it
 * dies. Any number of processes may do so at once on one folder.
 * @throws {PostgresRefused} with a message for the operator.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const root = await prepareRoot(options.root);
  assertUsable(root);
  const lock = await acquireStartLock(root);
  const layout = layoutOf(root, lock.socketBase);
  const { database, log, isSmall = false } = options;
  const bring = (port?: number): Promise<Up> => bringUp(layout, { database, log, port, isSmall });
  let up: Up;
  let share: ServerUse;
  try {
    up = await bring();
    share = await registerUse(layout);
  } finally {
    await lock.release();
  }

  const { connection, adopted, version } = up;
  const ending = new AbortController();
  const watching = keepAlive();
  let stopped: Promise<void> | undefined;
  return { connection, adopted, version, stop: () => (stopped ??= stop()) };

  async function keepAlive(): Promise<void> {
    while (await pause(WATCH_MS)) {
      if (isAlive(up.pid)) continue;
      log.warn("The database server ended unexpectedly: starting it again.");
      while (!(await restart()) && (await pause(RETRY_MS)));
    }
  }

  async function restart(): Promise<boolean> {
    try {
      const again = await acquireStartLock(root);
      try {
        up = await bring(connection.port);
      } finally {
        await again.release();
      }
      log.info("The database server is running again.");
      return true;
    } catch (error) {
      log.warn(
        `The database server could not be started: ${error instanceof Error ? error.message : String(error)}`,
      );
      return false;
    }
  }

  /** False once `stop` was called. Never keeps the process alive by itself. */
  function pause(ms: number): Promise<boolean> {
    return sleep(ms, true, { ref: false, signal: ending.signal }).catch(() => false);
  }

  async function stop(): Promise<void> {
    ending.abort();
    await watching;
    const again = await acquireStartLock(root);
    try {
      if (await share.leave()) log.info("The database server stays up: another process uses it.");
      else await shutDown(layout, up.pid);
    } finally {
      await again.release();
    }
  }
}

/** A double quote cannot be passed on by initdb, a control character breaks the lines of postmaster.pid. */
function assertUsable(root: string): void {
  // oxlint-disable-next-line no-control-regex
  if (!/["\u0000-\u001f]/.test(root)) return;
  throw new PostgresRefused(
    "unsupported-path",
    `PostgreSQL cannot work in ${JSON.stringify(root)}: the path has a double quote or a control character. Set DATA_DIR to another folder.`,
  );
}
