import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Ffmpeg } from "#server/media/index.ts";

const photograph = fileURLToPath(new URL("../../test/media/examplepano.jpg", import.meta.url));
const megabit = "60M";
export const fps = 30;

/** A photograph with sensor grain, as a camera video of 3840x1920, 30 frames per second and 60 Mbit/s. */
export async function shoot(ffmpeg: Ffmpeg, directory: string, seconds: number): Promise<string> {
  await ffmpeg.run({
    args: [
      ["-loop", "1", "-framerate", String(fps), "-t", String(seconds), "-i", photograph],
      ["-f", "lavfi", "-t", String(seconds), "-i", "anullsrc=r=48000:cl=stereo"],
      ["-vf", "scale=3840:1920,noise=alls=10:allf=t", "-c:v", "libx264", "-preset", "ultrafast"],
      ["-pix_fmt", "yuv420p", "-b:v", megabit, "-maxrate", megabit, "-bufsize", megabit],
      ["-g", String(fps), "-c:a", "aac", "short.mp4"],
    ].flat(),
    directory,
    seconds: 300,
  });
  return join(directory, "short.mp4");
}

export interface Longer {
  readonly seconds: number;
  readonly name: string;
  /** Whether the index precedes the frames; otherwise it follows them, as cameras write it. */
  readonly isIndexInFront?: boolean;
}

/** Repeats the same content into a file next to it. */
export async function lengthen(
  ffmpeg: Ffmpeg,
  short: string,
  { seconds, name, isIndexInFront = false }: Longer,
): Promise<string> {
  const front = isIndexInFront ? ["-movflags", "+faststart"] : [];
  const args = ["-stream_loop", "-1", "-i", short, "-c", "copy", "-t", String(seconds), ...front, name];
  await ffmpeg.run({ args, directory: dirname(short), seconds: 120 });
  return join(dirname(short), name);
}
