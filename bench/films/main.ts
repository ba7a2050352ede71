import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rungs } from "#server/media/films/film-files.ts";
import { makeRendition, makeStills } from "#server/media/films/rendition.ts";
import { createFfmpeg, type Ffmpeg } from "#server/media/index.ts";
import { createLog } from "#server/platform/log.ts";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { PartsClient } from "#test/tus.ts";
import { cpuOfTrees, residentMegabytes } from "../lib/process-tree.ts";
import { amountFigure, ratioFigure, type Section, table } from "../lib/report.ts";
import { median, spread } from "../lib/stats.ts";
import { fps, lengthen, shoot } from "./shoot.ts";

/** Of the video whose size variants are made, and of the uploaded one. */
const seconds = { made: 4, uploaded: 60 };
const part = 16 * 2 ** 20;
const rounds = 3;
const admin = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "correct horse battery" };

/** Measures what a camera's video costs: validating the upload, its stills and its size variants. */
export async function runFilmBench(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  const ffmpeg = createFfmpeg({ path: "", log: createLog("warn") });
  if ((await ffmpeg.version()) === null) throw new Error("This bench needs ffmpeg.");
  try {
    const short = await shoot(ffmpeg, folder, seconds.made);
    const sizes = await measureSizes(ffmpeg, short, folder);
    const uploads = await measureUploads(
      await lengthen(ffmpeg, short, { seconds: seconds.uploaded, name: "long.mp4" }),
      folder,
    );
    const verdicts = uploads.map(({ verdictMs }) => verdictMs / 1000);
    const bare = uploads.map(({ bareMs }) => bareMs / 1000);
    const parts = uploads.map(({ partsMs }) => partsMs / 1000);
    const ratios = uploads.map(({ verdictMs, bareMs }) => verdictMs / bareMs);
    const megabytes = (uploads[0]?.bytes ?? 0) / 1e6;
    const ladder = sizes.slice(1).reduce((sum, { cpu }) => sum + cpu, 0) / seconds.made;
    return {
      title: "Videos",
      method: `A photograph with sensor noise as ${seconds.made} s of 3840x1920 at ${fps} frames a second and 60 Mbit/s, repeated ${seconds.uploaded / seconds.made} times for the upload, with its index at the end. Creation is the call that makes a video after the last part has arrived: hash what the parts before did not bring, validate, write an index for the front, store both durably. It is compared with doing all of that at the end, measured before the first part: read, hash, write once and flush the file. The parts, of ${part / 2 ** 20} MB, are sent one after the other on this machine. Medians of ${rounds} videos, lowest to highest in brackets.`,
      figures: [
        amountFigure(
          `Creation from ${megabytes.toFixed(0)} MB after the last byte`,
          median(verdicts),
          1,
          "s",
          2,
        ),
        ratioFigure(
          "The same, compared with reading, hashing and writing at the end",
          median(ratios),
          0.25,
          spread(ratios),
        ),
        amountFigure(
          "Memory growth of the server meanwhile",
          Math.max(...uploads.map(({ growth }) => growth)),
          150,
          "MB",
        ),
        amountFigure("Sizes, CPU seconds per second of video", ladder, 5, "s", 2),
      ],
      details: [
        table(
          ["output", "CPU-s", "s", "MB"],
          sizes.map(({ what, cpu, wall, megabytes }) => [
            what,
            cpu.toFixed(1),
            wall.toFixed(1),
            megabytes.toFixed(2),
          ]),
        ),
        `Creation ${spread(verdicts)} s, all of it at the end ${spread(bare)} s; the parts before took ${spread(parts)} s. Disk throughput varies from minute to minute.`,
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSizes(ffmpeg: Ffmpeg, source: string, folder: string) {
  const measured = async (
    what: string,
    files: readonly string[],
    work: (directory: string) => Promise<unknown>,
  ) => {
    const directory = join(folder, what.replaceAll(" ", "-"));
    await mkdir(directory);
    const [cpu, begin] = [cpuOfTrees([process.pid]), performance.now()];
    const made = await work(directory);
    const wall = (performance.now() - begin) / 1000;
    const bytes = await Promise.all(files.map(async (name) => (await stat(join(directory, name))).size));
    const megabytes = bytes.reduce((sum, size) => sum + size, 0) / 1e6;
    return { what, cpu: (cpuOfTrees([process.pid]) - cpu) / 1000, wall, megabytes, made };
  };
  const run = { ffmpeg, source };
  const list = [
    await measured("poster and thumbnail", ["poster.jpg", "thumb.jpg"], (directory) =>
      makeStills({ ...run, directory }, { seconds: seconds.made, width: 3840, height: 1920 }),
    ),
  ];
  for (const rung of rungs)
    list.push(
      await measured(`${rung.width} wide`, ["s0.m4s", "s1.m4s"], (directory) =>
        makeRendition({ ...run, directory }, { seconds: seconds.made, fps }, rung, () => undefined),
      ),
    );
  return list;
}

interface Upload {
  readonly bytes: number;
  readonly verdictMs: number;
  readonly partsMs: number;
  readonly bareMs: number;
  /** Megabytes of memory. */
  readonly growth: number;
}

async function measureUploads(path: string, folder: string): Promise<Upload[]> {
  const port = await freePort();
  // Without ffmpeg nothing else runs besides the validation.
  const environment = { ...admin, DATA_DIR: join(folder, "data"), DEMO: "off", FFMPEG_PATH: "none" };
  const server = await startServer(port, environment);
  try {
    const client = new TestClient(server.origin);
    await client.call("POST /api/login", {
      body: { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD },
    });
    const { id } = await client.call("POST /api/projects", { body: { name: "Bench" } });
    const parts = new PartsClient(client, server.origin);
    const pid = server.child.pid ?? 0;
    const uploads: Upload[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await makeAnother(path, round);
      uploads.push(await measureUpload({ parts, id, pid, path, folder }));
    }
    return uploads;
  } finally {
    await stopGently(server.child);
  }
}

/** Changes one byte, since a video that already exists would not be written. */
async function makeAnother(path: string, round: number): Promise<void> {
  const file = await open(path, "r+");
  await file.write(Buffer.from([round]), 0, 1, Math.floor((await file.stat()).size / 2));
  await file.close();
}

async function measureUpload(given: {
  readonly parts: PartsClient;
  readonly id: number;
  readonly pid: number;
  readonly path: string;
  readonly folder: string;
}): Promise<Upload> {
  const { parts, id, pid, path, folder } = given;
  const { size } = await stat(path);
  const bareMs = await bareWork(path, join(folder, "bare.mp4"));
  const upload = await parts.begunVideo(id, size);
  const file = await open(path, "r");
  const started = performance.now();
  for (let at = 0; at < size; at += part) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(part), 0, part, at);
    await parts.part(upload, at, buffer.subarray(0, bytesRead));
  }
  await file.close();
  const partsMs = performance.now() - started;
  const before = residentMegabytes(pid);
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, residentMegabytes(pid))), 20);
  const begin = performance.now();
  const { status, body } = await parts.finishVideo(upload, id);
  const verdictMs = performance.now() - begin;
  clearInterval(watch);
  if (status !== 201) throw new Error(`refused: ${JSON.stringify(body)}`);
  return { bytes: size, verdictMs, partsMs, bareMs, growth: highest - before };
}

/** Milliseconds for everything at the end. */
async function bareWork(path: string, target: string): Promise<number> {
  const begin = performance.now();
  const [source, copy, hash] = [await open(path, "r"), await open(target, "w"), createHash("sha256")];
  for await (const chunk of source.createReadStream({ highWaterMark: 4 * 2 ** 20 })) {
    hash.update(chunk as Buffer);
    await copy.write(chunk as Buffer);
  }
  await copy.sync();
  const ms = performance.now() - begin;
  await copy.close();
  await rm(target);
  return ms;
}
