import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFfmpeg } from "#server/media/ffmpeg/ffmpeg.ts";
import { createLog } from "#server/platform/log.ts";

export interface WalkVideoOptions {
  readonly seconds: number;
  readonly width?: number;
  readonly height?: number;
}

/** A 360 video of a drawn room that turns around the camera, as bytes. */
export async function walkVideo({ seconds, width = 3840, height = 1920 }: WalkVideoOptions): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), "sitewalk-walk-"));
  try {
    const ffmpeg = createFfmpeg({ path: process.env["FFMPEG_PATH"] ?? "", log: createLog("silent") });
    await ffmpeg.run({
      args: [
        "-f",
        "lavfi",
        "-i",
        `testsrc2=s=${width / 4}x${height / 4}:r=6:d=${seconds}`,
        "-vf",
        `scroll=horizontal=0.004,scale=${width}:${height}`,
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-g",
        "6",
        "-pix_fmt",
        "yuv420p",
        "-bf",
        "0",
        "-bitexact",
        "walk.mp4",
      ],
      directory,
      seconds: 300,
    });
    return await readFile(join(directory, "walk.mp4"));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The first seconds of a rendered walk of `test/media/walks`, as large as a camera exports it. */
export async function renderedWalk(name: string, seconds: number): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), "sitewalk-walk-"));
  try {
    const ffmpeg = createFfmpeg({ path: process.env["FFMPEG_PATH"] ?? "", log: createLog("silent") });
    await ffmpeg.run({
      args: [
        ["-t", String(seconds), "-i", join(import.meta.dirname, `media/walks/${name}.mp4`)],
        ["-vf", "scale=3840:1920:flags=bicubic", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "28"],
        ["-g", "6", "-bf", "0", "-pix_fmt", "yuv420p", "-bitexact", "walk.mp4"],
      ].flat(),
      directory,
      seconds: 300,
    });
    return await readFile(join(directory, "walk.mp4"));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
