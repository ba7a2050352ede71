import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { expect } from "vitest";
import { startApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { password } from "../app.ts";
import { TestClient } from "../client.ts";
import { soon } from "../soon.ts";
import { snapshotKey } from "../upgrade/snapshot-key.ts";

/** Responses of the product on the database of `connection`: readiness, the signed-in user, search results. */
export async function askServer(connection: pg.PoolConfig, username: string, search: string) {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-restored-"));
  const config = readConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DEMO: "off",
    DATA_DIR: dataDir,
    APP_KEY: snapshotKey,
    MEDIA_WORKERS: "1",
    LIVE_PORT: "0",
    ROLE: "web",
  });
  const app = await startApp({ config, log: createLog("silent"), connection, rateFactor: 1000 });
  try {
    const client = new TestClient(app.origin);
    // A busy machine may count as not ready at first.
    const ready = await soon(async () => {
      const answer = await client.raw("GET /api/ready");
      expect(answer.status).toBe(200);
      return answer;
    });
    await client.call("POST /api/login", { body: { username_l: username, password_l: password } });
    const { id, code, email } = await client.call("GET /api/user");
    const found = await client.raw("POST /api/search/global", { body: { q: search } });
    const projects = await client.raw("GET /api/projects");
    return { ready: ready.status, user: { id, code, email }, found: found.body, projects: projects.body };
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
