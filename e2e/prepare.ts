import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createLog } from "#server/platform/log.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { forgetCrashes } from "#test/forget-crashes.ts";
import { admin } from "./admin.ts";
import { completeProfile } from "./complete-profile.ts";
import { PREPARED } from "./demo-server.ts";

/**
 * Runs once per run of journeys: the product starts for the first time in an empty folder and creates its demo site
 * there. All servers of the run start with a copy of the result (demo-server.ts): creating a database and sixteen
 * pictures would take each of them longer than its tests.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-prepared-"));
  // When started by root, the database runs as another account, which must be able to enter.
  await chmod(folder, 0o755);
  const log = createLog("warn");
  const postgres = await startPostgres({ root: join(folder, "postgres"), database: "sitewalk", log });
  await forgetCrashes(postgres.connection);
  const server = await startServer(await freePort(), {
    DATA_DIR: folder,
    DEMO: "on",
    LIVE_PORT: String(await freePort()),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  await completeProfile(server.origin, admin);
  await untilAllIsDone(postgres.connection);
  await stopGently(server.child);
  await postgres.stop();
  process.env[PREPARED] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Waits for the jobs queued at the start: pictures, floor plans and the video. */
async function untilAllIsDone(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const limit = Date.now() + 240_000; ; await sleep(200)) {
      const { rows } = await client.query<{ name: string }>(
        "select name from pgboss.job where state < 'completed' and start_after <= now()",
      );
      if (rows.length === 0) return;
      if (Date.now() > limit) throw new Error(`The demo site is not made: ${rows.length} jobs are left.`);
    }
  } finally {
    await client.end();
  }
}
