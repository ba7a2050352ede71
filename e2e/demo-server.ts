import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, type ServerProcess, startServer, stopGently } from "#test/chaos/server-process.ts";

/** Environment variable that passes the folder made by `prepare.ts` from the run to its workers. */
export const PREPARED = "JOURNEYS_PREPARED";

/** The product as a process, and its data folder. */
export interface JourneyServer extends ServerProcess {
  readonly dataDir: string;
  /** Ends it and removes its data. */
  end(): Promise<void>;
}

/** Starts the product with the demo site, all its photos processed, and with `admin`; in a folder of its own. */
export async function startDemo(
  environment: Readonly<Record<string, string>> = {},
  port?: number,
): Promise<JourneyServer> {
  const prepared = process.env[PREPARED];
  if (prepared === undefined)
    throw new Error("Nothing is prepared: journeys are run by playwright.config.ts.");
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-e2e-"));
  await copyFolder(prepared, dataDir);
  const server = await startServer(port ?? (await freePort()), {
    DATA_DIR: dataDir,
    DEMO: "on",
    // Several servers run in parallel.
    LIVE_PORT: String(await freePort()),
    ...environment,
  });
  return {
    ...server,
    dataDir,
    async end() {
      await stopGently(server.child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Copies thousands of small files: the system's program does it with a sixth of the CPU time of Node's own `cp`. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === "win32") await cp(from, to, { recursive: true });
  else await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
}
