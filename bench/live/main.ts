import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eventually, type TestEngine, testEngine } from "#test/live/engine.ts";
import { cpuOfTrees, residentMegabytes } from "../lib/process-tree.ts";
import { amountFigure, type Section, table } from "../lib/report.ts";
import { median, percentile } from "../lib/stats.ts";
import { measureDelay } from "./delay.ts";

const COUNTS = [1, 20, 60, 120] as const;
/** The one of these counts for which the cost of a single stream is reported. */
const MANY = 60;
const SECONDS = 12;
const READERS = [50, 150] as const;
/** Viewers watch for minutes: after three seconds most of the code that serves them was not compiled yet. */
const WARM_UP_SECONDS = 45;
const targets = { each: 0.66, all: 40, readers: 15, hls: 2000, instant: 1000 };

interface Load {
  readonly count: number;
  /** Per cent of one core. */
  readonly cpu: number;
  readonly megabytes: number;
  /** Streams that were still live at the end and whose newest frame was then less than two seconds old. */
  readonly held: number;
}

/** Measures our media server: the cost of streams passing through, the cost of players of one stream, and the latency. */
export async function runLiveBench(): Promise<Section> {
  // All senders connect from this machine.
  const live = await testEngine({ perAddress: 2 * Math.max(...COUNTS) });
  try {
    const delays = await measureDelay(live, 12);
    const loads: Load[] = [];
    for (const count of COUNTS) loads.push(await measureLoad(live, count));
    const crowds: Crowd[] = [];
    for (const count of READERS) crowds.push(await measureReaders(live, count));
    const playlistBytes = await withSenders(
      live,
      1,
      async () => (await live.text("channel-0", "parts.m3u8")).length,
    );
    const bare: Crowd[] = [];
    for (const crowd of crowds) bare.push(await measureBare(crowd, playlistBytes));
    const asBare = crowds.map(({ cpu }, index) => cpu / (bare[index]?.cpu ?? Number.NaN));
    const most = loads.at(-1);
    const many = loads.find(({ count }) => count === MANY)?.cpu ?? Number.NaN;
    return {
      title: "Live channels",
      method: `Streams: ${COUNTS.join(", ")} senders of 1280 × 720 at 2.5 Mbit/s with sound by RTMP, key frames every 2 s, without viewers; CPU of the media process over ${SECONDS} s. A stream counts as held if it is live at the end and its newest part is less than two seconds old. Viewers: ${READERS.join(" and ")} low-latency players of one stream; CPU of the media process and of the server that forwards, once they have watched for ${WARM_UP_SECONDS} s. Delay: a striped clock at 25 frames a second, encoded by ffmpeg (x264 ultrafast), played by hls.js and over the socket in Chromium, read from each displayed frame, after 40 s of playing. Everything on this machine.`,
      figures: [
        amountFigure("Delay glass to glass, low-latency HLS, median", median(delays.hls), targets.hls, "ms"),
        amountFigure("Delay glass to glass, instant, median", median(delays.instant), targets.instant, "ms"),
        amountFigure(`CPU per stream, of ${MANY}`, many / MANY, targets.each, "% of a core", 2),
        amountFigure(`CPU of ${MANY} streams`, many, targets.all, "% of a core", 1),
        amountFigure(
          `Streams not held, of ${most?.count ?? 0}`,
          (most?.count ?? 0) - (most?.held ?? 0),
          0,
          "",
        ),
        ...crowds.map(({ count, cpu }) =>
          amountFigure(`CPU of ${count} viewers`, cpu, targets.readers, "% of a core", 1),
        ),
        amountFigure("Errors of viewers", Math.max(...crowds.map(({ errors }) => errors)), 0, ""),
      ],
      details: [
        table(
          ["streams", "held", "CPU, % of a core", "per stream", "memory, MB"],
          loads.map(({ count, held, cpu, megabytes }) => [
            String(count),
            String(held),
            cpu.toFixed(1),
            (cpu / count).toFixed(2),
            megabytes.toFixed(0),
          ]),
        ),
        table(
          [
            "viewers",
            "requests/s",
            "Mbit/s",
            "media process, % of a core",
            "forwarding, % of a core",
            "bare server, % of a core (requests/s, Mbit/s)",
            "ratio",
          ],
          crowds.map(({ count, perSecond, megabits, worker, door }, index) => [
            String(count),
            perSecond.toFixed(0),
            megabits.toFixed(0),
            worker.toFixed(1),
            door.toFixed(1),
            `${bare[index]?.cpu.toFixed(1)} (${bare[index]?.perSecond.toFixed(0)}, ${bare[index]?.megabits.toFixed(0)})`,
            `${asBare[index]?.toFixed(2)} ×`,
          ]),
        ),
        "The main server asks the media process about each viewer every five seconds; all viewers share one request to it for each playlist and part. The bare server is Node's own HTTP server with parts of the same size and pace from memory, without rights, limits and headers. The delays include an encoder and a browser on the same two cores.",
        `Delay, p95: low-latency HLS ${percentile(delays.hls, 0.95).toFixed(0)} ms (${delays.hls.length} frames), instant ${percentile(delays.instant, 0.95).toFixed(0)} ms (${delays.instant.length} frames).`,
      ],
    };
  } finally {
    await live.close();
  }
}

const script = (name: string, args: readonly string[]): ChildProcess =>
  fork(join(import.meta.dirname, name), args);

async function withSenders<T>(live: TestEngine, count: number, act: () => Promise<T>): Promise<T> {
  for (let n = 0; n < count; n += 1) await live.arm(`channel-${n}`, `key-${n}`);
  const senders = script("senders.ts", [String(live.port), String(count)]);
  try {
    await once(senders, "message");
    await eventually(() => {
      for (let n = 0; n < count; n += 1)
        if (live.engine.status(`channel-${n}`)?.state !== "live") throw new Error("a stream does not come");
    }, 30_000);
    // By then the playlist windows are full.
    await new Promise((resume) => setTimeout(resume, 6000));
    return await act();
  } finally {
    senders.kill();
    for (let n = 0; n < count; n += 1) await live.engine.disarm(`channel-${n}`);
  }
}

async function percentOver(pid: number, act: () => Promise<unknown>): Promise<number> {
  const [before, begin] = [cpuOfTrees([pid]), performance.now()];
  await act();
  return ((cpuOfTrees([pid]) - before) / (performance.now() - begin)) * 100;
}

const pause = () => new Promise((resume) => setTimeout(resume, SECONDS * 1000));

function measureLoad(live: TestEngine, count: number): Promise<Load> {
  return withSenders(live, count, async () => {
    const pid = live.engine.pid ?? 0;
    const cpu = await percentOver(pid, pause);
    return { count, cpu, megabytes: residentMegabytes(pid), held: await heldOf(live, count) };
  });
}

async function heldOf(live: TestEngine, count: number): Promise<number> {
  let held = 0;
  for (let n = 0; n < count; n += 1) {
    const text = await live.text(`channel-${n}`, "parts.m3u8");
    const isLive = live.engine.status(`channel-${n}`)?.state === "live";
    if (isLive && Date.now() - newestOf(text) < 2000) held += 1;
  }
  return held;
}

/** End of the last segment of a playlist, by the clock of this machine: its last date, and what follows it. */
function newestOf(playlist: string): number {
  const [date = "", ...after] = (playlist.split("#EXT-X-PROGRAM-DATE-TIME:").at(-1) ?? "").split("\n");
  let [whole, parts] = [0, 0];
  for (const line of after) {
    const [, kind, seconds] = /^#EXT(INF:|-X-PART:DURATION=)([\d.]+)/.exec(line) ?? [];
    if (kind === "INF:") [whole, parts] = [whole + Number(seconds), 0];
    else parts += Number(seconds ?? 0);
  }
  return Date.parse(date) + (whole + parts) * 1000;
}

interface Told {
  readonly requests: number;
  readonly bytes: number;
  readonly errors: number;
}

interface Crowd {
  readonly count: number;
  /** CPU of the media process above that without viewers, of the forwarding server, and of both. */
  readonly worker: number;
  readonly door: number;
  readonly cpu: number;
  readonly errors: number;
  readonly perSecond: number;
  readonly megabits: number;
}

function measureReaders(live: TestEngine, count: number): Promise<Crowd> {
  return withSenders(live, 1, async () => {
    const pid = live.engine.pid ?? 0;
    const alone = await percentOver(pid, pause);
    const addresses = Array.from({ length: count }, (_, n) =>
      live.file("channel-0", "live.m3u8", `viewer-${n}`),
    );
    let used = { user: 0, system: 0 };
    const { spent, ...read } = await withReaders(addresses, async () => {
      const own = process.cpuUsage();
      const worker = await percentOver(pid, pause);
      used = process.cpuUsage(own);
      return worker - alone;
    });
    const door = ((used.user + used.system) / 1000 / read.ms) * 100;
    return { count, worker: spent, door, cpu: spent + door, ...read };
  });
}

/** The same viewers at the bare server, which sends as many parts and bytes. @returns per cent of a core */
async function measureBare({ count, perSecond, megabits }: Crowd, playlistBytes: number): Promise<Crowd> {
  const parts = perSecond / 2;
  const partBytes = Math.max(0, (megabits * 1e6) / 8 / parts - playlistBytes);
  const milliseconds = (1000 * count) / parts;
  const bare = script("bare-server.ts", [playlistBytes, partBytes, milliseconds].map(Math.round).map(String));
  try {
    const [port] = (await once(bare, "message")) as [number];
    const addresses = Array.from({ length: count }, (_, n) => `http://127.0.0.1:${port}/${n}v/live.m3u8`);
    const { spent, ...read } = await withReaders(addresses, () => percentOver(bare.pid ?? 0, pause));
    return { count, worker: 0, door: spent, cpu: spent, ...read };
  } finally {
    bare.kill();
  }
}

/** Runs viewers of these addresses, and counts what they read while `act` measures. */
async function withReaders(addresses: readonly string[], act: () => Promise<number>) {
  const readers = script("readers.ts", addresses);
  const ask = async () => {
    readers.send("count");
    return ((await once(readers, "message")) as [Told])[0];
  };
  try {
    await new Promise((resume) => setTimeout(resume, WARM_UP_SECONDS * 1000));
    const before = await ask();
    const begin = performance.now();
    const spent = await act();
    const ms = performance.now() - begin;
    const after = await ask();
    return {
      spent,
      ms,
      errors: after.errors - before.errors,
      perSecond: ((after.requests - before.requests) / ms) * 1000,
      megabits: ((after.bytes - before.bytes) * 8) / ms / 1000,
    };
  } finally {
    readers.kill();
  }
}
