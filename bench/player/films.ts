import { mkdir, rename, stat, writeFile } from "node:fs/promises";
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
  await writeFile(join(folder, "hls", filmFiles.master), masterPlaylist({ fps, renditions }));
  return {
    bytes: (await stat(file)).size,
    bitrates: renditions.map(({ bitrate }) => bitrate),
    stillBytes: (await stat(join(folder, filmFiles.poster))).size,
  };
}
