import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filmFiles, rungs } from "#server/media/films/film-files.ts";
import { masterPlaylist } from "#server/media/films/master-playlist.ts";
import { makeRendition, makeStills } from "#server/media/films/rendition.ts";
import { createFfmpeg } from "#server/media/index.ts";
import { createLog } from "#server/platform/log.ts";
import { fps, lengthen, shoot } from "../films/shoot.ts";

export interface BenchFilm {
  /** Bytes of the file as a camera writes it, with its index in front. */
  readonly bytes: number;
  /** Bits per second of the size variants, the smallest first. */
  readonly bitrates: readonly number[];
  readonly stillBytes: number;
}

/** The smaller size as one file with its index in front, which any browser plays without a player. */
export const smallFile = "small.mp4";

/** Seconds recorded from the photograph; the rest of the video repeats them. */
const shot = 4;

/**
 * Makes a video at a camera's 60 Mbit/s, and the still and size variants of its first `streamed` seconds with the
 * product's own code.
 */
export async function makeBenchFilm(folder: string, seconds: number, streamed: number): Promise<BenchFilm> {
  const ffmpeg = createFfmpeg({ path: "", log: createLog("warn") });
  await mkdir(folder, { recursive: true });
  const short = await shoot(ffmpeg, folder, shot);
  const file = await lengthen(ffmpeg, short, { seconds, name: filmFiles.film, isIndexInFront: true });
  const source = await lengthen(ffmpeg, short, { seconds: streamed, name: "streamed.mp4" });
  await makeStills({ ffmpeg, source, directory: folder }, { seconds: streamed, width: 3840, height: 1920 });
  const renditions = [];
  for (const rung of rungs) {
    const directory = join(folder, "made");
    const film = { seconds: streamed, fps };
    renditions.push(await makeRendition({ ffmpeg, source, directory }, film, rung, () => undefined));
    await mkdir(join(folder, "hls"), { recursive: true });
    await rename(directory, join(folder, "hls", String(rung.width)));
  }
  await writeFile(join(folder, "joined.mp4"), await joined(join(folder, "hls", String(rungs[0].width))));
  const args = ["-i", "joined.mp4", "-c", "copy", "-movflags", "+faststart", smallFile];
  await ffmpeg.run({ args, directory: folder, seconds: 120 });
  await writeFile(join(folder, "hls", filmFiles.master), masterPlaylist({ fps, renditions }));
  return {
    bytes: (await stat(file)).size,
    bitrates: renditions.map(({ bitrate }) => bitrate),
    stillBytes: (await stat(join(folder, filmFiles.poster))).size,
  };
}

/** The beginning of a size and its segments, one after the other. */
async function joined(directory: string): Promise<Buffer> {
  const segments = (await readdir(directory)).filter((name) => name.endsWith(".m4s"));
  const inOrder = segments.toSorted((a, b) => Number(a.slice(1, -4)) - Number(b.slice(1, -4)));
  return Buffer.concat(
    await Promise.all(["init.mp4", ...inOrder].map((name) => readFile(join(directory, name)))),
  );
}
