import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PlacedWalkDetail } from "#contract/walks.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";
import { walkVideo } from "#test/walk-videos.ts";
import { insertWalk } from "./walks.fixture.ts";

let app: TestApp;
let owner: TestClient;
let id: number;
let video: Buffer;

beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator" }));
  const project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  const visit = { id_project: project.id, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
  id = (await owner.call("POST /api/visits", { body: visit })).id;
  video = await walkVideo({ seconds: 24 });
});
afterAll(() => app.close());

const detail = (walk: number): Promise<PlacedWalkDetail> =>
  owner.call("GET /api/visits/{id}/walks/{walk}", { params: { id, walk } });
const begin = async (film: Buffer, seconds: number) => {
  const walk = await insertWalk(app, id, { state: "stopped", film, seconds });
  await owner.call("POST /api/visits/{id}/walks/{walk}/continue", { params: { id, walk } });
  return walk;
};
const readTo = (walk: number) =>
  soon(async () => {
    const found = await detail(walk);
    expect([found.status, found.problem]).toEqual(["ready", null]);
    return found;
  }, 600_000);

/** Processes below this one whose command contains the text. */
function children(text: string): number[] {
  const parents = new Map<number, number>();
  const commands = new Map<number, string>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, parent = "0"] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      parents.set(Number(name), Number(parent));
      commands.set(Number(name), readFileSync(`/proc/${name}/cmdline`, "utf8"));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  return [...commands].flatMap(([pid, command]) =>
    command.includes(text) && pid !== process.pid && isOurs(pid) ? [pid] : [],
  );
}

it("reads the same path when its processes are killed at ten moments, and loses no piece", async () => {
  const undisturbed = await readTo(await begin(video, 24));
  // Another file of the same pictures, since the same file is the same walk.
  const walk = await begin(Buffer.concat([video, Buffer.from([0, 0, 0, 8]), Buffer.from("free")]), 24);
  let [killed, most] = [0, 0];
  while (killed < 10) {
    const found = await detail(walk);
    if (found.status !== "reading") break;
    expect(found.progress).toBeGreaterThanOrEqual(most);
    most = found.progress;
    const [victim] = children(killed % 2 === 0 ? "walk-process.ts" : "pictures.gray");
    if (victim === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    process.kill(victim, "SIGKILL");
    killed += 1;
    // One piece may be lost at most three times in a row before its job waits for a retry.
    await new Promise((resolve) => setTimeout(resolve, 400 * (killed % 4)));
  }
  expect(killed).toBeGreaterThan(4);
  const read = await readTo(walk);
  expect(read.path?.pictures.map(({ at }) => at)).toEqual(undisturbed.path?.pictures.map(({ at }) => at));
  expect(read.path?.hasVision).toBe(undisturbed.path?.hasVision);
  expect(read.previews.map(({ from }) => from)).toEqual([0, 10, 20]);
}, 600_000);
