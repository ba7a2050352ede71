import { execFile } from "node:child_process";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFfmpeg } from "./ffmpeg-path.ts";

const run = promisify(execFile);

/** Duration of the video in seconds; its right half changes from blue to green in the middle. */
export const filmSeconds = 8;

const fps = 4;

/**
 * A video of 3840x1920 in two renditions, as the product makes them, and as one file: red in its left half, blue in its
 * right half for four seconds and green for four more, with a tone. Flat, so that it costs next to nothing.
 */
export async function makeFilm(folder: string): Promise<void> {
  const hls = join(folder, "hls");
  await mkdir(hls, { recursive: true });
  const picture = [
    `color=c=0xc03028:s=3840x1920:r=${fps}:d=${filmSeconds}`,
    "drawbox=x=1920:y=0:w=1920:h=1920:color=0x2848c0:t=fill",
    "drawbox=x=1920:y=0:w=1920:h=1920:color=0x28a048:t=fill:enable='gte(t,4)'",
  ].join(",");
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    picture,
    "-f",
    "lavfi",
    "-i",
    `sine=frequency=330:duration=${filmSeconds}`,
    "-filter_complex",
    "[0:v]split[a][b];[b]scale=1920:960:flags=fast_bilinear[c]",
    "-map",
    "[a]",
    "-map",
    "1:a",
    "-map",
    "[c]",
    "-map",
    "1:a",
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p",
    "-g",
    String(2 * fps),
    "-b:v:0",
    "2M",
    "-b:v:1",
    "500k",
    "-c:a",
    "aac",
    "-b:a",
    "48k",
    "-f",
    "hls",
    "-hls_time",
    "2",
    "-hls_playlist_type",
    "vod",
    "-hls_segment_type",
    "fmp4",
    "-hls_flags",
    "independent_segments",
    "-hls_segment_filename",
    join(hls, "%v/s%d.m4s"),
    "-master_pl_name",
    "master.m3u8",
    "-var_stream_map",
    "v:0,a:0,name:3840 v:1,a:1,name:1920",
    join(hls, "%v/index.m3u8"),
  );
  for (const [n, width] of [3840, 1920].entries()) await nameBeginning(join(hls, String(width)), n);
  const small = join(hls, "1920/index.m3u8");
  await ffmpeg("-i", small, "-c", "copy", "-movflags", "+faststart", join(folder, "film.mp4"));
  await ffmpeg("-i", small, "-frames:v", "1", "-q:v", "4", join(folder, "poster.jpg"));
}

/** Renames the beginning of a size as the product names it; of several at once ffmpeg numbers them. */
async function nameBeginning(folder: string, n: number): Promise<void> {
  const list = join(folder, "index.m3u8");
  await rename(join(folder, `init_${n}.mp4`), join(folder, "init.mp4"));
  await writeFile(list, (await readFile(list, "utf8")).replace(`init_${n}.mp4`, "init.mp4"));
}

async function ffmpeg(...input: string[]): Promise<void> {
  await run(findFfmpeg(), ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", ...input]);
}
