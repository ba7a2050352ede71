import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eventually, type TestEngine, testEngine } from "#test/live/engine.ts";
import { cpuOfTrees, residentMegabytes } from "../lib/process-tree.ts";
import { amountFigure, type Section, table } from "../lib/report.ts";
import { median, percentile } from "../lib/stats.ts";
import { measureDelay } from "./delay.ts";

const COUNTS = [1, 20, 60] as const;
const SECONDS = 12;
const READERS = 50;
const targets = { each: 0.66, all: 40, readers: 15, hls: 2000, instant: 1000 };

interface Load {
  readonly count: number;
  /** Per cent of one core. */
  readonly cpu: number;
  readonly megabytes: number;
}

/** Our media server: what streams that pass through cost, players of one of them, and how late the picture is. */
export async function runLiveBench(): Promise<Section> {
  const live = await testEngine();
  try {
    const delays = await measureDelay(live, 12);
    const loads: Load[] = [];
    for (const count of COUNTS) loads.push(await measureLoad(live, count));
    const readers = await measureReaders(live);
    const most = loads.at(-1);
    const each = (most?.cpu ?? 0) / (most?.count ?? 1);
    return {
      title: "Live",
      method: `Streams: ${COUNTS.join(", ")} senders of 1280 × 720 at 2.5 Mbit/s with sound by RTMP, key frames every 2 s, without readers, CPU of the media process over ${SECONDS} s. Readers: ${READERS} low-latency players of one of them, CPU of the media process and of the server that passes on. Delay: a clock in stripes, filmed 25 times a second, encoded by ffmpeg (x264 ultrafast), played by hls.js and by the socket in Chromium, read from each picture shown. Everything on this machine.`,
      figures: [
        amountFigure("Delay glass to glass, low-latency HLS, median", median(delays.hls), targets.hls, "ms"),
        amountFigure("Delay glass to glass, instant, median", median(delays.instant), targets.instant, "ms"),
        amountFigure(`CPU per stream, of ${most?.count ?? 0}`, each, targets.each, "% of a core", 2),
        amountFigure(`CPU of ${most?.count ?? 0} streams`, most?.cpu ?? 0, targets.all, "% of a core", 1),
        amountFigure(`CPU of ${READERS} readers`, readers.cpu, targets.readers, "% of a core", 1),
        amountFigure("Errors of readers", readers.errors, 0, ""),
      ],
      details: [
        table(
          ["streams", "CPU, % of a core", "per stream", "memory, MB"],
          loads.map(({ count, cpu, megabytes }) => [
            String(count),
            cpu.toFixed(1),
            (cpu / count).toFixed(2),
            megabytes.toFixed(0),
          ]),
        ),
        `Delay, 95th of a hundred: low-latency HLS ${percentile(delays.hls, 0.95).toFixed(0)} ms (${delays.hls.length} pictures), instant ${percentile(delays.instant, 0.95).toFixed(0)} ms (${delays.instant.length} pictures). Readers: ${readers.perSecond.toFixed(0)} requests and ${readers.megabits.toFixed(0)} Mbit a second; media process ${readers.worker.toFixed(1)} %, passing on ${readers.door.toFixed(1)} % of a core.`,
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
    // Windows are full then.
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
    return { count, cpu, megabytes: residentMegabytes(pid) };
  });
}

interface Told {
  readonly requests: number;
  readonly bytes: number;
  readonly errors: number;
}

function measureReaders(live: TestEngine) {
  return withSenders(live, 1, async () => {
    const pid = live.engine.pid ?? 0;
    const alone = await percentOver(pid, pause);
    const addresses = Array.from({ length: READERS }, (_, n) =>
      live.file("channel-0", "live.m3u8", `viewer-${n}`),
    );
    const readers = script("readers.ts", addresses);
    const ask = async () => {
      readers.send("count");
      return ((await once(readers, "message")) as [Told])[0];
    };
    try {
      await new Promise((resume) => setTimeout(resume, 3000));
      const before = await ask();
      const [own, begin] = [process.cpuUsage(), performance.now()];
      const worker = (await percentOver(pid, pause)) - alone;
      const used = process.cpuUsage(own);
      const ms = performance.now() - begin;
      const after = await ask();
      const door = ((used.user + used.system) / 1000 / ms) * 100;
      return {
        worker,
        door,
        cpu: worker + door,
        errors: after.errors - before.errors,
        perSecond: ((after.requests - before.requests) / ms) * 1000,
        megabits: ((after.bytes - before.bytes) * 8) / ms / 1000,
      };
    } finally {
      readers.kill();
    }
  });
}
