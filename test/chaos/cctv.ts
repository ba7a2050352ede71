import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepStills } from "#server/domains/media/cctv/stills.fixture.ts";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { TestClient } from "../client.ts";
import { admin, urlOf } from "./common.ts";

import { freePort, killHard, type ServerProcess, startServer, stopGently } from "./server-process.ts";

export interface CctvChaos {
  readonly kills: number;
  readonly films: number;
  /** Requested time-lapses that are not ready, or not complete, in the end. */
  readonly lost: number;
  /** From the new server's start to the finished time-lapse, milliseconds. */
  readonly readyMs: readonly number[];
}

const STILLS = 300;

/** Kills the server while it creates a time-lapse of stills; the user who requested it still gets it, exactly once. */
export async function runCctvChaos(
  kills: number,
  random: () => number,
  say: (line: string) => void,
): Promise<CctvChaos> {
  const root = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(root, 0o755);
  const dataDir = join(root, "data-dir");
  const postgres = await startPostgres({ root, database: "sitewalk", log: createLog("warn") });
  const environment = {
    ...admin,
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(postgres.connection),
    DEMO: "off",
    MEDIA_WORKERS: "1",
    LOG_LEVEL: "silent",
  };
  const port = await freePort();
  let server: ServerProcess | undefined;
  const { db, close } = openDatabase(postgres.connection, createLog("silent"));
  const readyMs: number[] = [];
  let lost = 0;
  try {
    server = await startServer(port, environment);
    const client = new TestClient(server.origin);
    await client.call("POST /api/login", {
      body: { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD },
    });
    const project = await client.call("POST /api/projects", { body: { name: "Chaos" } });
    const camera = await client.call("POST /api/cctv-cameras", {
      body: { id_project: project.id, name: "Crane", hls_url: "http://192.0.2.9/live.m3u8" },
    });
    await keepStills({ dataDir, database: { db } }, camera.id, STILLS);
    const params = { id: camera.id };
    for (let kill = 0; kill < kills; kill += 1) {
      const film = await client.call("POST /api/cctv-cameras/{id}/timelapses", {
        params,
        body: { from: "2026-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z" },
      });
      await new Promise((resume) => setTimeout(resume, 200 + Math.floor(random() * 2500)));
      await killHard(server.child);
      const begin = performance.now();
      server = await startServer(port, environment);
      const ready = await untilReady(client, camera.id, film.id);
      readyMs.push(Math.round(performance.now() - begin));
      if (!ready) lost += 1;
      say(`kill ${kill + 1}/${kills}: the film is ${ready ? "ready" : "LOST"} after ${readyMs.at(-1)} ms`);
      await client.call("DELETE /api/cctv-cameras/{id}/timelapses/{timelapseId}", {
        params: { id: camera.id, timelapseId: film.id },
      });
    }
    return { kills, films: kills, lost, readyMs };
  } finally {
    await close();
    if (server !== undefined) await stopGently(server.child);
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}

/** Whether the time-lapse is ready within two minutes and has every frame. */
async function untilReady(client: TestClient, id: number, filmId: number): Promise<boolean> {
  for (let second = 0; second < 240; second += 1) {
    const list = await client
      .call("GET /api/cctv-cameras/{id}/timelapses", { params: { id } })
      .catch(() => undefined);
    const film = list?.items.find((each) => each.id === filmId);
    if (film?.state === "ready") return film.frames === STILLS && film.bytes > 0;
    if (film?.state === "failed") return false;
    await new Promise((resume) => setTimeout(resume, 500));
  }
  return false;
}
