import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { SpherePart } from "#contract/gpano.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Archive } from "../archive.ts";
import { type Ffmpeg, FfmpegFailed } from "../ffmpeg/ffmpeg.ts";
import { pictureFiles, picturePrefix, TILE_SIZE, TILE_TYPE } from "../keys.ts";
import { openTypeOf } from "../open-type.ts";
import { isWholeSphere } from "../sphere.ts";
import { levelFor } from "../view-tiles.ts";
import { type ViewDirection, wholeWindow, windowOf } from "../view-window.ts";
import { type FilmDate, type FrameSize, type FramesOrder, framesOf } from "./film-frames.ts";
import { startFrames } from "./frames-child.ts";

/** A room's picture on one date. */
export interface SpotPicture extends SpherePart {
  readonly sha256: string;
  readonly levels: readonly { readonly width: number; readonly height: number }[];
  /** Yaw of north in the picture, in degrees. */
  readonly north: number;
  /** Text in the corner; null for none. */
  readonly stamp: string | null;
}

export interface SpotFilmOrder {
  /** Name of the work folder: remains of an earlier attempt are deleted first. */
  readonly name: string;
  /** Oldest first, at least two. */
  readonly pictures: readonly SpotPicture[];
  /** Degrees: `bearing` clockwise from north, `fov` vertical. */
  readonly look: { readonly bearing: number; readonly pitch: number; readonly fov: number };
  readonly isTurning: boolean;
  /** Whether the stamp reads from right to left, and is in the right corner. */
  readonly isRightToLeft: boolean;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

export interface SpotFilmOptions {
  readonly ffmpeg: Ffmpeg;
  readonly archive: Pick<Archive, "localFile">;
  /** For temporary files; on the store's volume. */
  readonly directory: string;
}

export const spotFilm = {
  size: { width: 1920, height: 1080 },
  fps: 20,
  /** Frames of one date, and of the change to the next one: 0.6 and 0.3 seconds. */
  hold: 12,
  fade: 6,
} as const;

/** Width of the level of a turning view: wider ones would be decoded whole for every date. */
const WIDEST_RING = 4608;

/**
 * Makes a time-lapse of one spot as an MP4 file, and hands it to `withFile` before it is deleted. Each picture is drawn by its
 * own north, so that all look in the same direction. Throws FFMPEG_MISSING, STORAGE_FULL, SPOT_PICTURE_MISSING.
 */
export async function makeSpotFilm<T>(
  { ffmpeg, archive, directory }: SpotFilmOptions,
  order: SpotFilmOrder,
  withFile: (file: string) => Promise<T>,
): Promise<T> {
  if ((await ffmpeg.version()) === null) throw new AppError("FFMPEG_MISSING");
  for (const name of await readdir(directory))
    if (name.startsWith(`${order.name}.`)) await rm(join(directory, name), { recursive: true, force: true });
  const folder = join(directory, `${order.name}.${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  const held: (() => Promise<void>)[] = [];
  try {
    const dates = [];
    for (const picture of order.pictures) dates.push(await dateOf(archive, order, picture, held));
    const { look, isTurning, isRightToLeft } = order;
    const { size, hold, fade } = spotFilm;
    const fonts = await writeFonts(folder);
    await encode(ffmpeg, folder, order, {
      ...look,
      size,
      hold,
      fade,
      fonts,
      isTurning,
      isRightToLeft,
      dates,
    });
    return await withFile(join(folder, "film.mp4"));
  } catch (error) {
    if (error instanceof FfmpegFailed && error.isFull) throw new AppError("STORAGE_FULL");
    throw error;
  } finally {
    await Promise.all(held.map((release) => release().catch(() => undefined)));
    await rm(folder, { recursive: true, force: true });
  }
}

/** The tiles of one date that the time-lapse needs, as files of this machine. */
async function dateOf(
  archive: SpotFilmOptions["archive"],
  { look, isTurning }: SpotFilmOrder,
  picture: SpotPicture,
  held: (() => Promise<void>)[],
): Promise<FilmDate> {
  const { sha256, levels, area, pose, north, stamp } = picture;
  const yaw = look.bearing + north;
  const ring = levels.findLastIndex(({ width }, at) => at === 0 || width <= WIDEST_RING);
  const dense = levelFor(levels, look, spotFilm.size);
  const seen = isWholeSphere(picture) && !isTurning ? partOf(levels[dense], { ...look, yaw }) : null;
  const index = seen === null ? ring : dense;
  const [level, own] = [levels[index], levels.at(-1)];
  if (level === undefined || own === undefined) throw new AppError("SPOT_PICTURE_MISSING");
  const window = seen ?? wholeWindow(level, TILE_SIZE);
  const local = async (name: string) => {
    const copy = await archive.localFile(`${picturePrefix(sha256)}/${name}`);
    if (copy === null) throw new AppError("SPOT_PICTURE_MISSING");
    held.push(copy.release);
    return copy.path;
  };
  const tiles: Record<string, string> = {};
  for (const { column } of window.columns)
    for (const { row } of window.rows) {
      const name = `${column}_${row}`;
      if (name in tiles) continue;
      tiles[name] = await local(`${pictureFiles.tiles}/${index}/${name}.${TILE_TYPE}`);
    }
  const place = { area, pose, width: own.width, height: own.height };
  return { base: await local(pictureFiles.base), level, place, window, tiles, yaw, stamp };
}

/** The part of a level that a view needs; null for one that looks all around, such as straight up. */
function partOf(level: FrameSize | undefined, look: ViewDirection) {
  const window = level && windowOf(level, look, spotFilm.size, TILE_SIZE);
  return window === undefined || window.width >= (level?.width ?? 0) ? null : window;
}

/** Each frame of the lookahead, or coded out of order, takes 10 to 30 MB: two are enough for a view that stands still. */
const encoder =
  "-c:v libx264 -preset veryfast -crf 21 -threads 1 -rc-lookahead 2 -bf 0 -x264-params sync-lookahead=0 -g 40 -pix_fmt yuv420p";

async function encode(
  ffmpeg: Ffmpeg,
  folder: string,
  { signal, onProgress }: SpotFilmOrder,
  order: FramesOrder,
): Promise<void> {
  const own = new AbortController();
  const either = AbortSignal.any([signal, own.signal]);
  const drawing = startFrames(order, { signal: either, onProgress });
  const { width, height } = order.size;
  const encoding = ffmpeg.run({
    directory: folder,
    seconds: 60 + framesOf(order) * 2,
    signal: either,
    input: drawing.frames,
    args: [
      ..."-filter_threads 1 -thread_queue_size 1 -threads 1 -protocol_whitelist pipe,file".split(" "),
      ..."-f rawvideo -pix_fmt yuv420p -color_range tv -colorspace bt709".split(" "),
      ...`-s ${width}x${height} -framerate ${spotFilm.fps} -i pipe:0 -an`.split(" "),
      ...encoder.split(" "),
      ..."-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709".split(" "),
      ..."-video_track_timescale 90000 -movflags +faststart film.mp4".split(" "),
    ],
  });
  // Whichever fails first ends the other; its own error is the one to report.
  const failed = (error: unknown) => {
    own.abort(error);
    throw error;
  };
  const [drawn, encoded] = await Promise.allSettled([drawing.ended.catch(failed), encoding.catch(failed)]);
  signal.throwIfAborted();
  if (encoded.status === "rejected" && encoded.reason instanceof FfmpegFailed) throw encoded.reason;
  if (drawn.status === "rejected") throw drawn.reason;
  if (encoded.status === "rejected") throw encoded.reason;
}

const require = createRequire(import.meta.url);
const faces = [
  { family: "Roboto Medium", file: "@fontsource/roboto/files/roboto-latin-500-normal.woff" },
  {
    family: "Noto Sans Arabic Medium",
    file: "@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-500-normal.woff",
  },
] as const;

/** Writes our own fonts into the folder, so that the result does not depend on the fonts of the machine. */
async function writeFonts(folder: string): Promise<FramesOrder["fonts"]> {
  const files = [];
  for (const [at, { file }] of faces.entries()) {
    const path = join(folder, `stamp-${at}.ttf`);
    await writeFile(path, openTypeOf(await readFile(require.resolve(file))));
    files.push(path);
  }
  return { files, families: `${faces.map(({ family }) => family).join(",")},` };
}
