import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Video } from "#contract/videos.ts";
import { TestClient } from "../client.ts";
import { clip } from "../clips.ts";
import { box } from "../mp4-boxes.ts";
import { PartsClient } from "../tus.ts";
import { admin, patiently } from "./common.ts";
import { freePort, killHard, type ServerProcess, startServer, stopGently } from "./server-process.ts";

export interface FilmChaos {
  readonly kills: number;
  /** Kills, by what was killed and when. */
  readonly duringParts: number;
  readonly duringFinish: number;
  readonly duringSizes: number;
  readonly ofFfmpeg: number;
  readonly videos: number;
  /** Acknowledged bytes of parts that were lost afterwards. */
  readonly lostBytes: number;
  /** Acknowledged videos that are lost, have other bytes, or never got their renditions. */
  readonly lost: number;
  /** Abandoned uploads, and encoders that outlived their server. */
  readonly leftovers: number;
  /** Milliseconds from the last kill until the video has all its renditions. */
  readonly readyMs: readonly number[];
}

const part = 512 * 1024;

/**
 * Uploads videos in parts and has their renditions made while the server is killed during parts, at the end and during
 * encoding, and ffmpeg while it encodes. Every acknowledged video must be there with its own bytes and become ready.
 */
export async function runFilmChaos(
  kills: number,
  random: () => number,
  say: (line: string) => void,
): Promise<FilmChaos> {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  const port = await freePort();
  const environment = { ...admin, DATA_DIR: dataDir, DEMO: "off", MEDIA_WORKERS: "1" };
  let server = await startServer(port, environment);
  const count = { duringParts: 0, duringFinish: 0, duringSizes: 0, ofFfmpeg: 0, lostBytes: 0 };
  const acknowledged = new Map<number, Buffer>();
  const readyMs: number[] = [];
  const again = async (why: string) => {
    server = await startServer(port, environment);
    say(`${why}, back after ${Math.round(server.startMs)} ms`);
  };
  try {
    const client = new TestClient(server.origin);
    await client.call("POST /api/login", {
      body: { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD },
    });
    const parts = new PartsClient(client, server.origin);
    const project = await client.call("POST /api/projects", { body: { name: "Chaos" } });
    const done = () => count.duringParts + count.duringFinish + count.duringSizes + count.ofFfmpeg;
    for (let number = 0; done() < kills; number += 1) {
      const content = film(number);
      const id = await parts.begunVideo(project.id, content.length);
      let offset = 0;
      let video: Video | undefined;
      while (video === undefined) {
        const isLast = offset === content.length;
        const isKilled = done() < kills && random() < (isLast ? 0.4 : 0.15);
        const ends = isKilled ? killAfter(random() * (isLast ? 120 : 25), server) : undefined;
        const reply = await (isLast
          ? parts.finishVideo(id, project.id, `Ride ${number}`)
          : parts.part(id, offset, content.subarray(offset, offset + part))
        ).catch(() => undefined);
        if (reply?.status === 204) offset = Number(reply.headers.get("upload-offset"));
        if (reply?.status === 201) video = (reply.body as { data: Video }).data;
        if (ends === undefined) continue;
        await ends;
        count[isLast ? "duringFinish" : "duringParts"] += 1;
        await again(isLast ? "killed while a video was made" : "killed in a part");
        if (video !== undefined) continue;
        const left = await patiently(() => parts.offset(id));
        count.lostBytes += Math.max(0, offset - left);
        offset = left;
      }
      acknowledged.set(video.id, content);
      if (done() < kills) {
        const isServer = random() < 0.5;
        await pause(random() * 1500);
        if (isServer) {
          await killHard(server.child);
          count.duringSizes += 1;
          await again("killed while sizes were made");
        } else if (await killEncoder(dataDir)) {
          count.ofFfmpeg += 1;
          say("killed ffmpeg");
        }
      }
      const begin = performance.now();
      if ((await settled(client, video.id)) !== "ready") say(`video ${video.id} is not ready`);
      readyMs.push(Math.round(performance.now() - begin));
    }
    let lost = 0;
    for (const [id, content] of acknowledged) if (!(await isWhole(client, id, content, dataDir))) lost += 1;
    const videos = acknowledged.size;
    await stopGently(server.child);
    return { kills, ...count, videos, lost, leftovers: await leftoversIn(dataDir), readyMs };
  } finally {
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A video file of some megabytes, each with different bytes. */
const film = (number: number): Buffer =>
  clip(
    (nodes) =>
      void nodes.push(
        box("free", Buffer.alloc(2_500_000, number % 251)),
        box("free", Buffer.from(`no. ${number}`)),
      ),
  );

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

async function killAfter(ms: number, server: ServerProcess): Promise<void> {
  await pause(ms);
  await killHard(server.child);
}

/** Processes that work in the folder of videos in progress: encoders, by their working directory. */
async function encoders(dataDir: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => "");
    if (folder.startsWith(join(dataDir, "media"))) found.push(Number(name));
  }
  return found;
}

/** Waits a moment for one to appear; false when none did. */
async function killEncoder(dataDir: string): Promise<boolean> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const [pid] = await encoders(dataDir);
    if (pid !== undefined) {
      try {
        process.kill(pid, "SIGKILL");
        return true;
      } catch {
        // It ended by itself.
      }
    }
    await pause(25);
  }
  return false;
}

async function settled(client: TestClient, id: number): Promise<string> {
  for (const deadline = Date.now() + 120_000; ; await pause(200)) {
    const { status } = await patiently(() => client.call("GET /api/three60videos/{id}", { params: { id } }));
    if (status !== "processing" || Date.now() > deadline) return status;
  }
}

/** Ready with both renditions, each of which plays to its end, and the original as it was sent. */
async function isWhole(client: TestClient, id: number, content: Buffer, dataDir: string): Promise<boolean> {
  const video = await client.call("GET /api/three60videos/{id}", { params: { id } });
  if (video.status !== "ready" || video.problem !== null) return false;
  const hash = createHash("sha256").update(content).digest("hex");
  const folder = join(dataDir, "media/objects/films", hash.slice(0, 2), hash);
  const original = await readFile(join(folder, "original.mp4")).catch(() => null);
  if (original?.equals(content) !== true) return false;
  const lists = ["1920", "3840"].map((size) =>
    readFile(join(folder, size, "index.m3u8"), "utf8").catch(() => ""),
  );
  return (await Promise.all(lists)).every((list) => list.includes("#EXT-X-ENDLIST"));
}

async function leftoversIn(dataDir: string): Promise<number> {
  const folders = ["uploads", "incoming"].map((name) =>
    readdir(join(dataDir, "media", name)).catch(() => []),
  );
  const files = (await Promise.all(folders)).flat();
  return files.length + (await encoders(dataDir)).length;
}
