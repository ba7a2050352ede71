import { randomBytes } from "node:crypto";
import { mkdir, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isDiskFull } from "#server/platform/error-code.ts";
import type { FromWorker, WorkerSettings } from "../messages.ts";
import type { Segment } from "../packager/index.ts";
import type { Recording } from "../worker/broadcast.ts";
import { beginRecording, type OpenRecording } from "./folder.ts";

/** Maximum bytes that may wait for the disk. */
const MOST_WAITING = 64e6;
const TOLD_EVERY_MS = 10_000;

export interface RecordersOptions {
  readonly settings: Pick<WorkerSettings, "folder" | "floorBytes" | "recordSeconds">;
  readonly tell: (message: FromWorker) => void;
  readonly log: (level: "info" | "warn", text: string, facts?: Record<string, unknown>) => void;
}

export interface Recorders {
  of(code: string): Recording;
  /** Resolves when everything handed over is on the disk. */
  settled(): Promise<void>;
}

interface Under {
  readonly folder: string;
  readonly file: OpenRecording;
  readonly head: Buffer;
  readonly startedAt: number;
  readonly width: number;
  readonly height: number;
  seconds: number;
  bytes: number;
  toldAt: number;
}

/** Writes complete segments to the disk, in order, without ever delaying the stream. */
export function createRecorders(options: RecordersOptions): Recorders {
  const chains = new Set<Promise<void>>();
  return {
    of: (code) => createRecorder(code, options, chains),
    settled: async () => void (await Promise.all(chains)),
  };
}

function createRecorder(code: string, options: RecordersOptions, chains: Set<Promise<void>>): Recording {
  const { settings, tell, log } = options;
  let under: Under | null = null;
  let waiting = 0;
  /** Why the recording of this broadcast has stopped. */
  let problem: string | null = null;
  let chain = Promise.resolve();

  const next = (act: () => Promise<void>) => {
    const step = chain.then(act).catch((error: unknown) => stop(reasonOf(error)));
    chains.delete(chain);
    chain = step;
    chains.add(step);
  };
  const report = ({ folder, startedAt, seconds, bytes, width, height }: Under, endedAt: number | null) =>
    tell({ kind: "recording", code, folder, startedAt, endedAt, seconds, bytes, width, height, problem });

  async function stop(reason: string): Promise<void> {
    problem = reason;
    log("warn", "live: the recording was ended, the stream goes on", { code, problem: reason });
    await close();
  }

  async function close(): Promise<void> {
    const done = under;
    under = null;
    if (done === null) return;
    const endedAt = Date.now();
    // On a full disk even this may fail; then it is ended at the next start.
    await done.file.close({ endedAt, seconds: done.seconds, bytes: done.bytes }).catch(() => undefined);
    report(done, endedAt);
  }

  async function begin({ head, startsAt }: Segment): Promise<Under> {
    const video = head.configs.find((config) => config.kind === "video");
    const { width, height } = video ?? { width: 0, height: 0 };
    const startedAt = startsAt.getTime();
    const day = startsAt.toISOString().replace(/[-:]|\.\d+/g, "");
    const folder = `${code}-${day}-${randomBytes(4).toString("hex")}`;
    const facts = { code, startedAt, width, height, pid: process.pid, host: hostname() };
    const file = await beginRecording(join(settings.folder, folder), facts, head.bytes);
    const begun = {
      folder,
      file,
      head: head.bytes,
      startedAt,
      width,
      height,
      seconds: 0,
      bytes: head.bytes.length,
      toldAt: 0,
    };
    return begun;
  }

  async function write(segment: Segment): Promise<void> {
    waiting -= segment.bytes;
    if (problem !== null) return;
    await mkdir(settings.folder, { recursive: true });
    if ((await freeBytes(settings.folder)) < settings.floorBytes + segment.bytes) return stop("disk_full");
    // Another codec or size requires another file.
    if (under !== null && !under.head.equals(segment.head.bytes)) await close();
    const current: Under = (under ??= await begin(segment));
    const { seconds, bytes } = segment;
    await current.file.append(
      { at: segment.startsAt.getTime(), seconds, offset: current.bytes, bytes },
      segment.parts.map((part) => part.bytes),
    );
    current.seconds += seconds;
    current.bytes += bytes;
    if (current.seconds >= settings.recordSeconds) return stop("too_long");
    if (Date.now() - current.toldAt < TOLD_EVERY_MS) return;
    current.toldAt = Date.now();
    report(current, null);
  }

  return {
    keep(segment) {
      if (problem !== null) return;
      waiting += segment.bytes;
      if (waiting > MOST_WAITING) {
        waiting -= segment.bytes;
        next(() => stop("disk_slow"));
      } else next(() => write(segment));
    },
    end() {
      next(async () => {
        await close();
        problem = null;
      });
    },
  };
}

function reasonOf(error: unknown): string {
  return isDiskFull(error) ? "disk_full" : (error as Error).message;
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
