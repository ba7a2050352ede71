import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filmFiles, rungs } from "#server/media/films/film-files.ts";
import { masterPlaylist } from "#server/media/films/master-playlist.ts";
import { makeRendition, makeStills } from "#server/media/films/rendition.ts";
import { createFfmpeg } from "#server/media/index.ts";
import { createLog } from "#server/platform/log.ts";
import { fps, lengthen, shoot } from "../films/shoot.ts";

export interface BenchFilm {
  /** Bytes of the file as a camera makes it, with its index in front. */
  readonly bytes: number;
  /** Bits per second of the sizes, the smallest first. */
  readonly bitrates: readonly number[];
  readonly stillBytes: number;
}

/** What a photograph is filmed for; the rest of the film is the same again. */
const shot = 4;

/**
 * A film at a camera's 60 Mbit/s, and of its first `streamed` seconds the still and the sizes, made by what makes them
 * in the product.
 */
export async function makeBenchFilm(folder: string, seconds: number, streamed: number): Promise<BenchFilm> {
  const ffmpeg = createFfmpeg({ path: "", log: createLog("warn") });
  await mkdir(folder, { recursive: true });
  const short = await shoot(ffmpeg, folder, shot);
  const file = await lengthen(ffmpeg, short, { seconds, name: filmFiles.film, isIndexInFront: true });
  const source = await lengthen(ffmpeg, short, { seconds: streamed, name: "streamed.mp4" });
  await makeStills({ ffmpeg, source, directory: folder }, streamed);
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
