import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { walkLimits } from "#contract/walks.limits.ts";
import type { PlacedWalkDetail, Walk } from "#contract/walks.ts";
import { admin, patiently } from "#test/chaos/common.ts";
import { freePort, killHard, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { someOf, turnOfCommit } from "#test/every-case.ts";
import { PartsClient } from "#test/tus.ts";
import { walkVideo } from "#test/walk-videos.ts";

/** Each waits as many times 230 ms, every third for a further piece before that. */
const kills = someOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], turnOfCommit, 4);
/** More than the kills wait for. */
const PIECES = Math.ceil(kills.length * 0.6);
const SECONDS = PIECES * walkLimits.pieceSeconds;
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

it("continues to read a walk after its server is killed at several moments, and loses no piece", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-walk-kill-"));
  const port = await freePort();
  const environment = {
    ...admin,
    DATA_DIR: dataDir,
    DEMO: "off",
    MEDIA_WORKERS: "1",
    LIVE_PORT: String(await freePort()),
  };
  let server = await startServer(port, environment);
  try {
    const client = new TestClient(server.origin);
    await client.call("POST /api/login", {
      body: { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD },
    });
    const project = await client.call("POST /api/projects", { body: { name: "Palm Court" } });
    const visit = { id_project: project.id, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
    const { id } = await client.call("POST /api/visits", { body: visit });
    const upload = await new PartsClient(client, server.origin).wholeWalk(
      id,
      await walkVideo({ seconds: SECONDS }),
    );
    const added = await client.raw("POST /api/visits/{id}/walks", { params: { id }, body: { upload } });
    const params = { id, walk: (added.body as { data: Walk }).data.id };
    const detail = (): Promise<PlacedWalkDetail> =>
      patiently(() => client.call("GET /api/visits/{id}/walks/{walk}", { params }));

    let most = 0;
    for (const kill of kills) {
      // Some kills hit a server that reads the next piece, the others one that has just started.
      const from = most;
      const waits = kill % 3 === 0 ? 300 : 0;
      for (let waited = 0; most === from && waited < waits; waited += 1) {
        await pause(100);
        const { status, progress } = await detail();
        expect(status).toBe("reading");
        expect(progress).toBeGreaterThanOrEqual(most);
        most = progress;
      }
      await pause(kill * 230);
      await killHard(server.child);
      server = await startServer(port, environment);
    }
    await expect.poll(async () => (await detail()).status, { timeout: 240_000, interval: 500 }).toBe("ready");
    const { path, previews, problem } = await detail();
    expect(problem).toBeNull();
    expect(previews.map(({ from }) => from)).toEqual(
      Array.from({ length: PIECES }, (_, piece) => piece * walkLimits.pieceSeconds),
    );
    const times = path?.pictures.map(({ at }) => at) ?? [];
    const gaps = times.slice(1).map((at, before) => at - (times[before] ?? 0));
    expect(times[0]).toBeLessThan(1);
    expect(times.at(-1)).toBeGreaterThan(SECONDS - 1);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    expect(Math.max(...gaps)).toBeLessThan(1);
  } finally {
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}, 1_200_000);
