import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Ffmpeg, FfmpegFailed } from "#server/media/ffmpeg/ffmpeg.ts";
import { type Archive, type PortraitShape, type Portraits, snapshotShape } from "#server/media/index.ts";
import { isDiskFull } from "#server/platform/error-code.ts";
import { AppError } from "#server/platform/errors.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import { frameOf, stampText, writeFont } from "./stamp.ts";

export interface FilmOptions {
  readonly ffmpeg: Ffmpeg;
  readonly archive: Pick<Archive, "localFile">;
  readonly portraits: Pick<Portraits, "keepClip" | "keepPortrait">;
  /** For temporary files; on the store's volume. */
  readonly directory: string;
}

export interface FilmOrder {
  /** Name of the work folder: remains of an earlier attempt are deleted first. */
  readonly name: string;
  readonly stills: readonly { readonly image: string; readonly taken_at: Date }[];
  readonly fps: number;
  /** Time zone of the stamp; null for no stamp. */
  readonly zone: string | null;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => Promise<void>;
}

export interface MadeFilm {
  /** Keys in the object store. */
  readonly film: string;
  readonly poster: string;
  readonly frames: number;
  readonly seconds: number;
  readonly bytes: number;
}

/** Frames of one piece: bounds the disk usage at a time, and the work repeated after an interruption. */
const PIECE = 240;
const MOST = { width: 1920, height: 1080 };
const posterShape: PortraitShape = { ...snapshotShape, width: 1920, height: 1080 };

export interface FilmMaker {
  /** Throws STILLS_MISSING, FFMPEG_MISSING, STORAGE_FULL, CAMERA_UNREADABLE for pictures that cannot be encoded. */
  make(order: FilmOrder): Promise<MadeFilm>;
}

/**
 * Makes a video piece by piece, with the same settings, and concatenates the pieces without re-encoding: a year of
 * pictures needs no more disk space or memory than a day.
 */
export function createFilmMaker({ ffmpeg, archive, portraits, directory }: FilmOptions): FilmMaker {
  async function writeFrames(folder: string, order: FilmOrder, size: Size, begin: number): Promise<number> {
    let written = 0;
    const font = join(folder, "stamp.ttf");
    for (const { image, taken_at } of order.stills.slice(begin, begin + PIECE)) {
      order.signal.throwIfAborted();
      const copy = await archive.localFile(image);
      if (copy === null) continue;
      try {
        const stamp = order.zone === null ? null : { text: stampText(taken_at, order.zone), font };
        await writeFile(join(folder, frameName(written)), await frameOf(copy.path, { ...size, stamp }));
        written += 1;
      } catch (error) {
        // A broken picture is skipped; a full disk is an error.
        if (isDiskFull(error)) throw new AppError("STORAGE_FULL");
      } finally {
        await copy.release();
      }
    }
    return written;
  }

  async function sizeFor(stills: FilmOrder["stills"]): Promise<Size> {
    const sharp = await loadSharp();
    for (const { image } of stills.toReversed()) {
      const copy = await archive.localFile(image);
      if (copy === null) continue;
      const { width, height } = await sharp(copy.path)
        .metadata()
        .catch(() => ({ width: 0, height: 0 }));
      await copy.release();
      if (width > 0 && height > 0) return evenSize(width, height);
    }
    throw new AppError("STILLS_MISSING");
  }

  async function makeIn(folder: string, order: FilmOrder): Promise<MadeFilm> {
    const size = await sizeFor(order.stills);
    let [frames, pieces] = [0, 0];
    for (let begin = 0; begin < order.stills.length; begin += PIECE) {
      const written = await writeFrames(folder, order, size, begin);
      if (written > 0) {
        await encodePiece(ffmpeg, order, { folder, piece: pieces, frames: written });
        pieces += 1;
        frames += written;
      }
      await order.onProgress(Math.min(0.98, (begin + PIECE) / order.stills.length));
    }
    if (frames < 2) throw new AppError("STILLS_MISSING");
    await joinPieces(ffmpeg, order, { folder, pieces });
    const path = join(folder, "film.mp4");
    const { size: bytes } = await stat(path);
    const film = await portraits.keepClip({ path, bytes, sha256: await hashOf(path) });
    return { film, poster: await posterOf(folder), frames, seconds: frames / order.fps, bytes };
  }

  /** The first frame of the last piece. */
  async function posterOf(folder: string): Promise<string> {
    const path = join(folder, frameName(0));
    return portraits.keepPortrait({ path, bytes: (await stat(path)).size }, posterShape);
  }

  return {
    async make(order) {
      if ((await ffmpeg.version()) === null) throw new AppError("FFMPEG_MISSING");
      for (const name of await readdir(directory))
        if (name.startsWith(`${order.name}.`))
          await rm(join(directory, name), { recursive: true, force: true });
      const folder = join(directory, `${order.name}.${randomUUID()}`);
      await mkdir(folder, { recursive: true });
      await writeFont(folder);
      try {
        return await makeIn(folder, order);
      } catch (error) {
        if (error instanceof FfmpegFailed && error.isFull) throw new AppError("STORAGE_FULL");
        if (error instanceof FfmpegFailed && error.isVerdict)
          throw new AppError("CAMERA_UNREADABLE", { cause: error });
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

const encodePiece = (
  ffmpeg: Ffmpeg,
  { fps, signal }: FilmOrder,
  { folder, piece, frames }: { readonly folder: string; readonly piece: number; readonly frames: number },
) =>
  ffmpeg.run({
    directory: folder,
    seconds: 600,
    signal,
    args: [
      ...`-protocol_whitelist file -framerate ${fps} -start_number 0 -i %05d.jpg -frames:v ${frames}`.split(
        " ",
      ),
      ...(frames > 1 ? ["-vf", `deflicker=size=${Math.min(10, frames)}:mode=am`] : []),
      ..."-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -threads 2 -video_track_timescale 90000".split(
        " ",
      ),
      `piece-${piece}.mp4`,
    ],
  });

async function joinPieces(
  ffmpeg: Ffmpeg,
  { signal }: FilmOrder,
  { folder, pieces }: { readonly folder: string; readonly pieces: number },
): Promise<void> {
  const names = Array.from({ length: pieces }, (_, piece) => `file piece-${piece}.mp4\n`);
  await writeFile(join(folder, "pieces.txt"), names.join(""));
  await ffmpeg.run({
    directory: folder,
    seconds: 600,
    signal,
    args: "-protocol_whitelist file -f concat -safe 1 -i pieces.txt -c copy -movflags +faststart film.mp4".split(
      " ",
    ),
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Players need even dimensions, and screens no more than this. */
function evenSize(width: number, height: number): Size {
  const scale = Math.min(1, MOST.width / width, MOST.height / height);
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

const frameName = (number: number) => `${String(number).padStart(5, "0")}.jpg`;

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
