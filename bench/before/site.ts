import { setTimeout as sleep } from "node:timers/promises";
import { freePort, type ServerProcess, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { completeProfile } from "../../e2e/complete-profile.ts";
import { cpuOfTrees } from "../lib/process-tree.ts";
import { admin } from "../pages/site.ts";
import type { Version } from "./versions.ts";

/** A running server with the demo site. */
export interface Site {
  readonly server: ServerProcess;
  /** The first super admin. */
  readonly client: TestClient;
  /** Id of the demo site's project. */
  readonly project: number;
}

const patience = 300_000;

/** Starts a version with a data folder of its own; the demo site is created, but not yet processed. */
export async function startSite({ sources, web }: Version, dataDir: string): Promise<Site> {
  const environment = { DATA_DIR: dataDir, WEB_ROOT: web, DEMO: "on", LOG_LEVEL: "error", ...admin };
  const ports = { LIVE_PORT: String(await freePort()) };
  const server = await startServer(await freePort(), { ...environment, ...ports }, sources);
  try {
    return { server, ...(await signIn(server.origin)) };
  } catch (error) {
    await stopGently(server.child);
    throw error;
  }
}

/** Signs in as the first super admin and finds the demo site's project. */
async function signIn(origin: string): Promise<Omit<Site, "server">> {
  const account = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  await completeProfile(origin, account);
  const client = new TestClient(origin);
  await client.call("POST /api/login", {
    body: { username_l: account.email, password_l: account.password },
  });
  const { items } = await client.call("GET /api/projects", { query: { search: "Palm Court Villa" } });
  const [project] = items;
  if (project === undefined) throw new Error("The demo site has no project.");
  return { client, project: project.id };
}

/** Waits until all pictures and videos of the demo site are processed and the server has nothing left to do. */
export async function untilPrepared(site: Site): Promise<void> {
  for (const limit = Date.now() + patience; !(await isProcessed(site)); await sleep(1000))
    if (Date.now() > limit) throw new Error("The demo site is not processed after five minutes.");
  await untilIdle(site.server.child.pid ?? 0);
}

/** The demo visit shown by the measurement: the newest one. */
export async function newestVisit({ client, project }: Site): Promise<string> {
  const [code = ""] = await visitCodes(client, project);
  return code;
}

async function visitCodes(client: TestClient, project: number): Promise<string[]> {
  const query = { id_project: project, sort: "date" as const, per_page: 100 };
  const { items } = await client.call("GET /api/visits", { query });
  return items.map(({ code }) => code);
}

async function isProcessed({ client, project }: Site): Promise<boolean> {
  for (const code of await visitCodes(client, project)) {
    const { rooms } = await client.call("GET /api/viewer-visit", { query: { code } });
    if (!rooms.every(({ picture }) => picture.tiles !== null)) return false;
  }
  const { items } = await client.call("GET /api/three60videos", { query: { id_project: project } });
  return items.every(({ status, progress }) => status === "ready" && progress === 1);
}

/** Below this share of one core over three seconds a server counts as idle. */
const idleShare = 0.1;

async function untilIdle(pid: number): Promise<void> {
  for (const limit = Date.now() + patience; Date.now() < limit; ) {
    const [before, at] = [cpuOfTrees([pid]), performance.now()];
    await sleep(3000);
    if ((cpuOfTrees([pid]) - before) / (performance.now() - at) < idleShare) return;
  }
  throw new Error("The server is still busy after five minutes.");
}
