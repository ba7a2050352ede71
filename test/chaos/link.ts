import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "#contract/limits.ts";
import type { RawReply, TestClient } from "../client.ts";
import { clip } from "../clips.ts";
import { box } from "../mp4-boxes.ts";
import { panorama } from "../pictures.ts";
import { PartsClient } from "../tus.ts";
import { type BadLine, openBadLine } from "./bad-line.ts";
import { admin, inFolder, patiently, signedIn } from "./common.ts";
import type { Drill, FaultLine } from "./faults.ts";
import { browse, webRoot } from "./link-browser.ts";
import { freePort, startServer, stopGently } from "./server-process.ts";

/** The link of a construction site: half a second of latency, a megabit, cut all the time, and down now and then. */
const site = {
  roundTrip: 400,
  bitsPerSecond: 1e6,
  resetAfter: [0, 10_000],
  darkAfter: [30_000, 60_000],
  darkFor: 10_000,
} as const;
const filmBytes = 10e6;
const pictureBytes = 1e6;
const picturesOfVisit = 10;
/** Maximum bytes on the link for each byte of a file. */
const most = 1.02;
/** Milliseconds before an upload is given up: ten times the transfer time of its bytes. */
const patience = 800_000;

/** One file to be uploaded over a link, and the result. */
export interface Load {
  readonly name: string;
  readonly bytes: Buffer;
  isFinished: boolean;
  /** Bytes transferred for it. */
  sent: number;
}

/** A user with a link of their own, and all files they upload. */
export interface Walker {
  readonly line: BadLine;
  readonly id_project: number;
  readonly id_visit: number;
  /** Null for a user who uploads through a browser. */
  readonly film: Load | null;
  readonly pictures: readonly Load[];
  /** From each detected break until the server reported the offset. */
  readonly backMs: number[];
}

/**
 * Uploads videos and visits over links that are slow, are cut every few seconds and have blackouts. Each user has a
 * link of their own; one is Chromium with the product's own pages, which are reloaded once and closed once with the
 * browser.
 */
export const runLinkDrill: Drill = ({ kills, random, say }) =>
  inFolder(async (folder) => {
    const port = await freePort();
    const environment = { ...admin, DATA_DIR: join(folder, "data"), DEMO: "off", FFMPEG_PATH: "none" };
    const server = await startServer(port, {
      ...environment,
      LIVE_PORT: "0",
      WEB_ROOT: await webRoot(folder),
    });
    const lines: BadLine[] = [];
    try {
      const owner = await signedIn(server.origin);
      const walkers: Walker[] = [];
      for (let number = 1; number <= Math.max(2, kills); number += 1) {
        const line = await openBadLine({ port, random, ...site });
        lines.push(line);
        walkers.push(await walkerOn(line, owner, number, number > 1));
      }
      const [first, ...others] = walkers;
      await Promise.all([
        first && browse(first, { owner, folder, say }),
        ...others.map((walker, at) => walk(walker, (what) => say(`line ${at + 2}: ${what}`))),
      ]);
      return [await lineOf(owner, join(folder, "data/media/objects"), walkers)];
    } finally {
      await Promise.all(lines.map((line) => line.close()));
      await stopGently(server.child);
    }
  });

async function walkerOn(line: BadLine, owner: TestClient, number: number, hasFilm: boolean): Promise<Walker> {
  const { id: id_project } = await owner.call("POST /api/projects", { body: { name: `Site ${number}` } });
  const body = { id_project, name: "Walk", visit_date: "2026-03-01T08:00:00Z" };
  const { id: id_visit } = await owner.call("POST /api/visits", { body });
  const shown = await panorama();
  const load = (name: string, bytes: Buffer): Load => ({ name, bytes, isFinished: false, sent: 0 });
  return {
    line,
    id_project,
    id_visit,
    film: hasFilm
      ? load(
          "video",
          clip((nodes) => void nodes.push(box("free", randomBytes(filmBytes)))),
        )
      : null,
    pictures: Array.from({ length: picturesOfVisit }, (_, at) =>
      load(`room-${at + 1}.jpg`, Buffer.concat([shown, randomBytes(pictureBytes - shown.length)])),
    ),
    backMs: [],
  };
}

/** Uploads the video, then the pictures one by one, by the protocol alone, without supervision. */
async function walk(
  { line, id_project, id_visit, film, pictures, backMs }: Walker,
  say: (line: string) => void,
) {
  const client = await signedIn(line.origin);
  await client.token();
  const parts = new PartsClient(client, line.origin);
  line.spoil();
  const timed = async <T>(ask: () => Promise<T>) => {
    const begin = performance.now();
    const answer = await patiently(ask, patience);
    backMs.push(Math.round(performance.now() - begin));
    return answer;
  };
  const bring = async (
    load: Load,
    begin: () => Promise<string>,
    finish: (id: string) => Promise<RawReply>,
  ) => {
    const before = line.sentUp();
    const id = await patiently(begin, patience);
    for (let at = 0; at < load.bytes.length; ) {
      const part = load.bytes.subarray(at, at + limits.resumable.part);
      const reply = await parts.part(id, at, part).catch(() => undefined);
      at =
        reply?.status === 204
          ? Number(reply.headers.get("upload-offset"))
          : await timed(() => parts.offset(id));
    }
    await patiently(async () => {
      const { status } = await finish(id);
      if (status >= 300) throw new Error(`It was refused with ${status}.`);
    }, patience);
    load.isFinished = true;
    load.sent = line.sentUp() - before;
  };
  try {
    if (film !== null) {
      await bring(
        film,
        () => parts.begunVideo(id_project, film.bytes.length),
        (id) => parts.finishVideo(id, id_project),
      );
      const ratio = (film.sent / film.bytes.length).toFixed(4);
      say(`the video is there after ${line.resets()} resets, sent ${ratio} times`);
    }
    for (const load of pictures)
      await bring(
        load,
        () => parts.begun(id_visit, load.bytes.length, load.name),
        (id) => parts.finish(id, id_visit, load.name),
      );
    const worst = Math.max(...pictures.map(({ sent, bytes }) => sent / bytes.length)).toFixed(4);
    say(`the visit is there after ${line.resets()} resets, sent ${worst} times at most`);
  } catch (error) {
    say(`gave up: ${String(error)}`);
  }
}

async function lineOf(owner: TestClient, objects: string, walkers: readonly Walker[]): Promise<FaultLine> {
  const loads = walkers.flatMap(({ film, pictures }) => (film === null ? pictures : [film, ...pictures]));
  const ratios = loads.map(({ sent, bytes }) => sent / bytes.length);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  let [other, twice] = [0, 0];
  for (const { id_project, id_visit, film, pictures } of walkers) {
    const { rooms } = await owner.call("GET /api/visits/{id}", { params: { id: id_visit } });
    const videos = await owner.call("GET /api/three60videos", { query: { id_project } });
    twice += Math.max(0, rooms.length - pictures.length) + Math.max(0, videos.total - 1);
    for (const load of pictures) if (!(await isKept(load, objects, "pictures", "original.jpg"))) other += 1;
    if (film !== null && !(await isKept(film, objects, "films", "original.mp4"))) other += 1;
  }
  const resets = sum(walkers.map(({ line }) => line.resets()));
  const blackouts = sum(walkers.map(({ line }) => line.blackouts()));
  const inAll = sum(loads.map(({ sent }) => sent)) / sum(loads.map(({ bytes }) => bytes.length));
  return {
    fault: `a weak site connection (400 ms round trip, 1 Mbit/s, a reset every 0 to 10 s, offline for 10 s every 30 to 60 s): ${walkers.length} in parallel, each with a visit of ${picturesOfVisit} photos of 1 MB, all but one with a video of 10 MB before it; that one in Chromium, with reloads of the page and restarts of the browser`,
    times: resets + blackouts,
    acknowledged: `${loads.length} uploads`,
    lost: loads.filter(({ isFinished }) => !isFinished).length,
    wrong: {
      "with other bytes": other,
      "created twice": twice,
      "sent more than 1.02 times": ratios.filter((ratio) => ratio > most).length,
    },
    backMs: walkers.flatMap(({ backMs }) => backMs),
    seen: `${resets} resets, ${blackouts} blackouts; sent ${inAll.toFixed(4)} times the size in total, ${Math.max(...ratios).toFixed(4)} at most`,
  };
}

/** The stored bytes under the hash are those that were sent. */
async function isKept({ bytes }: Load, objects: string, kind: string, name: string): Promise<boolean> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const kept = await readFile(join(objects, kind, hash.slice(0, 2), hash, name)).catch(() => null);
  return kept?.equals(bytes) === true;
}
