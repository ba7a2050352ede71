import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Ffmpeg, FfmpegFailed } from "#server/media/ffmpeg/ffmpeg.ts";
import { AppError } from "#server/platform/errors.ts";
import { limitConcurrency } from "#server/platform/limit-concurrency.ts";
import type { CodedPicture } from "./feed.ts";

/** Decodes coded pictures, two at a time: a wall of cameras must not monopolise the machine. */
export interface PictureMaker {
  /** A JPEG of at most this width. Throws FFMPEG_MISSING, or CAMERA_UNREADABLE for undecodable data. */
  jpeg(picture: CodedPicture, width: number): Promise<Buffer>;
}

const AT_A_TIME = 2;
const SECONDS = 10;

export function createPictureMaker(ffmpeg: Ffmpeg, directory: string): PictureMaker {
  const inTurn = limitConcurrency(AT_A_TIME);
  return {
    jpeg: ({ bytes, format }, width) =>
      inTurn(async () => {
        const folder = join(directory, `camera-${randomUUID()}`);
        await mkdir(folder, { recursive: true });
        try {
          await writeFile(join(folder, "in"), bytes);
          await ffmpeg.run({ args: argsFor(format, width), directory: folder, seconds: SECONDS });
          return await readFile(join(folder, "out.jpg"));
        } catch (error) {
          if (error instanceof FfmpegFailed || (error as { code?: string }).code === "ENOENT")
            throw new AppError("CAMERA_UNREADABLE", { cause: error });
          throw error;
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
  };
}

const argsFor = (format: CodedPicture["format"], width: number): string[] =>
  [
    "-protocol_whitelist file",
    `-threads 1 -f ${format} -skip_frame nokey -i in`,
    `-frames:v 1 -an -vf scale=w='min(${width},iw)':h=-2 -q:v 3 -threads 1 out.jpg`,
  ].flatMap((line) => line.split(" "));
