import { execFile } from "node:child_process";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFfmpeg } from "#test/player/ffmpeg-path.ts";

const run = promisify(execFile);

export interface BenchFilm {
  /** Bytes of the file as a camera makes it, with its index in front. */
  readonly bytes: number;
}

/**
 * A film of moving noise, which takes what bits it is given as a camera's does, at a camera's 60 Mbit/s; and the two
 * sizes of it that the product makes, at most 18 and 5 Mbit/s.
 */
export async function makeBenchFilm(folder: string, seconds: number): Promise<BenchFilm> {
  const hls = join(folder, "hls");
  await mkdir(hls, { recursive: true });
  const file = join(folder, "film.mp4");
  const picture = `testsrc2=s=3840x1920:r=30:d=${seconds},noise=alls=28:allf=t`;
  const common = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "60"];
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    picture,
    ...common,
    "-b:v",
    "60M",
    "-maxrate",
    "60M",
    "-bufsize",
    "60M",
    "-movflags",
    "+faststart",
    file,
  );
  for (const [width, rate] of [
    [1920, "5M"],
    [3840, "18M"],
  ] as const)
    await ffmpeg(
      "-i",
      file,
      "-vf",
      `scale=${width}:${width / 2}`,
      ...common,
      "-b:v",
      rate,
      "-maxrate",
      rate,
      "-bufsize",
      rate,
      "-f",
      "hls",
      "-hls_time",
      "2",
      "-hls_playlist_type",
      "vod",
      "-hls_segment_type",
      "fmp4",
      "-hls_fmp4_init_filename",
      `init_${width}.mp4`,
      "-hls_segment_filename",
      join(hls, `${width}_%d.m4s`),
      join(hls, `${width}.m3u8`),
    );
  await ffmpeg("-i", file, "-frames:v", "1", "-q:v", "4", join(folder, "poster.jpg"));
  return { bytes: (await stat(file)).size };
}

/** The list of both sizes, as the product writes it. */
export const masterList = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-STREAM-INF:BANDWIDTH=5000000,RESOLUTION=1920x960,CODECS="avc1.640032"
1920.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=18000000,RESOLUTION=3840x1920,CODECS="avc1.640034"
3840.m3u8
`;

async function ffmpeg(...input: string[]): Promise<void> {
  await run(findFfmpeg(), ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", ...input]);
}
