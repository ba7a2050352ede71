import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "#server/platform/log.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import type { Drill } from "./faults.ts";
import { runRealtimeChaos } from "./realtime.ts";

/** Two processes on a database of their own, killed in turn while one writes and the other delivers events. */
export const runRealtimeDrill: Drill = async ({ kills, random, say }) => {
  const root = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(root, 0o755);
  const postgres = await startPostgres({ root, database: "sitewalk", log: createLog("warn") });
  try {
    const result = await runRealtimeChaos({
      database: postgres.connection,
      dataDir: join(root, "data-dir"),
      kills,
      random,
      pause: 20,
      say,
    });
    return [
      {
        fault: "kill -9 of the listening or the writing one of two processes, in turn",
        times: result.kills,
        acknowledged: `${result.acknowledged} visits`,
        lost: result.missing,
        wrong: {},
        backMs: result.resumeMs,
        seen: `${result.told} received at once, ${result.fetched} loaded after a reconnect`,
      },
    ];
  } finally {
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
};
