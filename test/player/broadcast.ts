import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFfmpeg } from "./ffmpeg-path.ts";

export interface Broadcast {
  /** Ends the sender at once, like a broken connection: its playlist stays as it was. */
  cut(): Promise<void>;
}

/**
 * Streams a 2:1 picture, in real time, to `live.m3u8` in the folder, in segments of a second; red in its left half,
 * blue in its right one. A later stream continues the same playlist after a discontinuity: with numbers that never
 * decrease, like our packager's.
 */
export async function broadcast(folder: string): Promise<Broadcast> {
  await mkdir(folder, { recursive: true });
  const list = join(folder, "live.m3u8");
  const before = await readFile(list, "utf8").catch(() => "");
  const run = Date.now();
  const picture = "color=c=0xc03028:s=640x320:r=8,drawbox=x=320:y=0:w=320:h=320:color=0x2848c0:t=fill";
  const child = spawn(
    findFfmpeg(),
    [
      "-hide_banner",
      "-loglevel",
      "error",
      "-nostdin",
      "-re",
      "-f",
      "lavfi",
      "-i",
      picture,
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-tune",
      "zerolatency",
      "-pix_fmt",
      "yuv420p",
      "-g",
      "8",
      "-f",
      "hls",
      "-hls_time",
      "1",
      "-hls_list_size",
      "5",
      "-hls_segment_type",
      "mpegts",
      "-hls_flags",
      "omit_endlist+discont_start+temp_file",
      "-hls_start_number_source",
      "epoch",
      "-hls_segment_filename",
      join(folder, `${run}-%d.ts`),
      list,
    ],
    { stdio: "ignore" },
  );
  const isNew = async () => (await readFile(list, "utf8").catch(() => before)) !== before;
  for (let tries = 0; tries < 200 && !(await isNew()); tries++) await pause(50);
  return { cut: () => end(child) };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
