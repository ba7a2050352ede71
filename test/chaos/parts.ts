import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Room } from "#contract/visits.ts";
import { TestClient } from "../client.ts";
import { panorama } from "../pictures.ts";
import { PartsClient } from "../tus.ts";
import { admin, patiently } from "./common.ts";
import { freePort, killHard, startServer, stopGently } from "./server-process.ts";

export interface PartsChaos {
  readonly kills: number;
  /** Kills by phase: while a part was transferred, or while the room was created. */
  readonly duringParts: number;
  readonly duringFinish: number;
  /** Acknowledged bytes that were lost afterwards. */
  readonly lostBytes: number;
  readonly uploads: number;
  /** Uploads that resulted in no room, or several, or a room with other bytes. */
  readonly wrong: number;
  readonly leftovers: number;
  /** From the start of the new server to the first acknowledged byte after it. */
  readonly resumeMs: readonly number[];
}

const part = 512 * 1024;

/**
 * Uploads pictures in parts while the server is killed at random moments, during parts and while a room is created.
 * Each resumes at the offset that the server reports, until it is one room; no acknowledged byte may be lost.
 */
export async function runPartsChaos(
  kills: number,
  random: () => number,
  say: (line: string) => void,
): Promise<PartsChaos> {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  const port = await freePort();
  const environment = { ...admin, DATA_DIR: dataDir, DEMO: "off", MEDIA_WORKERS: "1" };
  let server = await startServer(port, environment);
  const count = { duringParts: 0, duringFinish: 0, lostBytes: 0, uploads: 0, wrong: 0 };
  const resumeMs: number[] = [];
  try {
    const client = new TestClient(server.origin);
    await client.call("POST /api/login", {
      body: { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD },
    });
    const parts = new PartsClient(client, server.origin);
    const project = await client.call("POST /api/projects", { body: { name: "Chaos" } });
    let visit = 0;
    for (let kill = 0; kill < kills; ) {
      if (count.uploads % 8 === 0) visit = await newVisit(client, project.id, count.uploads);
      const expected = (count.uploads % 8) + 1;
      count.uploads += 1;
      const content = await grainy(count.uploads);
      const id = await parts.begun(visit, content.length);
      let acknowledged = 0;
      let room: Room | undefined;
      // A kill in about every second attempt, at a random moment of a part or of the completion.
      while (room === undefined) {
        const isLast = acknowledged === content.length;
        const isKilled = kill < kills && random() < (isLast ? 0.6 : 0.4);
        const ends = isKilled
          ? killAfter(Math.floor(random() * (isLast ? 120 : 25)), server.child)
          : undefined;
        const reply = isLast
          ? await parts.finish(id, visit).catch(() => undefined)
          : await parts
              .part(id, acknowledged, content.subarray(acknowledged, acknowledged + part))
              .catch(() => undefined);
        if (reply?.status === 204) acknowledged = Number(reply.headers.get("upload-offset"));
        if (reply?.status === 201) room = (reply.body as { data: Room }).data;
        if (ends === undefined) continue;
        await ends;
        kill += 1;
        count[isLast ? "duringFinish" : "duringParts"] += 1;
        const begin = performance.now();
        server = await startServer(port, environment);
        const offset = await patiently(() => parts.offset(id));
        resumeMs.push(Math.round(performance.now() - begin));
        count.lostBytes += Math.max(0, acknowledged - offset);
        acknowledged = offset;
        say(
          `kill ${kill}/${kills}: ${isLast ? "while a room was made" : `at ${offset} of ${content.length} bytes`}, goes on after ${resumeMs.at(-1)} ms`,
        );
      }
      if (!(await isOneRoom(client, visit, content, dataDir, expected))) count.wrong += 1;
    }
    const leftovers = (await readdir(join(dataDir, "media/uploads")).catch(() => [])).length;
    const { duringParts, duringFinish, lostBytes, uploads, wrong } = count;
    return {
      kills,
      duringParts,
      duringFinish,
      lostBytes,
      uploads,
      wrong,
      leftovers,
      resumeMs,
    };
  } finally {
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A picture of some megabytes: the same panorama, followed by data as some cameras append it. */
async function grainy(number: number): Promise<Buffer> {
  return Buffer.concat([
    await panorama(),
    Buffer.alloc(2_500_000, number % 251),
    Buffer.from(`no. ${number}`),
  ]);
}

async function newVisit(client: TestClient, id_project: number, number: number): Promise<number> {
  const body = { id_project, name: `Walk ${number}`, visit_date: "2026-03-01T08:00:00Z" };
  return (await client.call("POST /api/visits", { body })).id;
}

async function killAfter(ms: number, child: Parameters<typeof killHard>[0]): Promise<void> {
  await new Promise((resume) => setTimeout(resume, ms));
  await killHard(child);
}

/** The visit has one more room than before, and the stored bytes are those that were sent. */
async function isOneRoom(
  client: TestClient,
  id: number,
  content: Buffer,
  dataDir: string,
  expected: number,
): Promise<boolean> {
  const hash = createHash("sha256").update(content).digest("hex");
  const { rooms } = await client.call("GET /api/visits/{id}", { params: { id } });
  const original = await readFile(
    join(dataDir, "media/objects/pictures", hash.slice(0, 2), hash, "original.jpg"),
  ).catch(() => null);
  return original?.equals(content) === true && rooms.length === expected;
}
