import { randomUUID } from "node:crypto";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { walkLimits } from "#contract/walks.limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { type Ffmpeg, FfmpegFailed } from "../ffmpeg/ffmpeg.ts";
import { joinedFilm } from "../films/keep.ts";
import { BadFilm } from "../films/mp4/bad-film.ts";
import { checkFilm, type FilmFacts, readFilm } from "../films/mp4/film-facts.ts";
import { asStorageFull, refuseWhenNearlyFull } from "../receive.ts";
import type { ObjectStore } from "../store.ts";
import { createPool, type WorkersOptions } from "../workers.ts";
import { type CompareRequest, comparePhotos } from "./compare-photos.ts";
import {
  type AlignRequest,
  alignWithPictures,
  bounds,
  input,
  PIECE_SECONDS,
  type PieceOrder,
  type ReadPiece,
  readPiece,
} from "./read-piece.ts";
import type { AlikePhotos, WalkAnswer, WalkOrder } from "./walk-process.ts";
import { walkRefusal } from "./walk-refusal.ts";

/** A stored walk video: its key in the object store, which a record must claim within a day. */
export interface KeptWalk extends Pick<FilmFacts, "width" | "height" | "seconds"> {
  readonly key: string;
}

export interface WalkFilms {
  /**
   * Checks a walk video by its boxes and stores it as it is: no sizes are made of it. Throws `FILE_EMPTY`,
   * `WALK_FORMAT`, `WALK_RESOLUTION`, `WALK_DURATION`, `FFMPEG_MISSING` or `STORAGE_FULL`.
   */
  keepWalk(file: {
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string;
  }): Promise<KeptWalk>;
  /**
   * Reads one piece in child processes: ffmpeg decodes small grey pictures and a preview, another continues the path.
   * Throws `WALK_UNREADABLE` when the video is at fault, anything else when it must be retried.
   */
  readPiece(order: PieceOrder, signal?: AbortSignal): Promise<ReadPiece>;
  /** Finds pictures of earlier visits along a walk whose reading ended with this state; positions of its pictures. */
  alignWithPictures(order: AlignRequest, signal?: AbortSignal): Promise<WalkAnswer["taps"]>;
  /** Finds pairs of photos that may show the same spot, in a child process. */
  comparePhotos(order: CompareRequest, signal?: AbortSignal): Promise<readonly AlikePhotos[]>;
  /** Has ffmpeg write one picture of the video in full resolution and hands its file to `use`. Throws `WALK_UNREADABLE`. */
  withPicture<T>(
    order: { readonly source: string; readonly at: number },
    use: (file: string) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Ends the child process. */
  closeWalks(): Promise<void>;
}

export interface WalkFilmsOptions {
  readonly ffmpeg: Ffmpeg;
  readonly store: ObjectStore;
  /** For files in progress; on the store's volume. */
  readonly directory: string;
  /** Stores the file under the key, swept when no record claims it. */
  readonly put: (key: string, path: string) => Promise<void>;
  readonly bounds?: Pick<WorkersOptions, "machineBytes">;
}

/** Seconds for one picture on a busy machine with a large video. */
const PATIENCE = 120;
/** Seconds before a picture at which its frame is searched for: times are rounded. */
const early = 0.005;
const memoryBytes = 600e6;

/** Folders of work, and what goes wrong in them. */
function createFolders({ directory }: Pick<WalkFilmsOptions, "directory">) {
  /** A folder of its own, removed afterwards. */
  async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(directory, randomUUID());
    await mkdir(folder, { recursive: true });
    try {
      return await work(folder);
    } catch (error) {
      if (error instanceof FfmpegFailed && error.isVerdict)
        throw new AppError("WALK_UNREADABLE", { cause: error });
      throw asStorageFull(error);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return inFolder;
}

export function createWalkFilms(options: WalkFilmsOptions): WalkFilms {
  const { ffmpeg, directory, put } = options;
  const inFolder = createFolders(options);
  const readers = createPool<WalkOrder, WalkAnswer>("walks/walk-process.ts", {
    ...options.bounds,
    count: 1,
    memoryBytes,
    timeoutMs: PIECE_SECONDS * 1000,
  });

  return {
    async keepWalk(file) {
      if (file.bytes === 0) throw new AppError("FILE_EMPTY");
      if ((await ffmpeg.version()) === null) throw new AppError("FFMPEG_MISSING");
      return inFolder(async (folder) => {
        await refuseWhenNearlyFull({ directory });
        const { width, height, seconds } = await factsOf(file.path, folder);
        const key = `walks/${file.sha256.slice(0, 2)}/${file.sha256}.mp4`;
        await put(key, file.path);
        return { key, width, height, seconds };
      });
    },

    readPiece: (order, signal) =>
      inFolder((folder) => readPiece(options, readers, { order, folder, signal })),
    alignWithPictures: (order, signal) => alignWithPictures(options, readers, order, signal),
    comparePhotos: (order, signal) => comparePhotos(options, readers, order, signal),

    withPicture: ({ source, at }, use, signal) =>
      inFolder(async (folder) => {
        await ffmpeg.run({
          args: [
            ...bounds,
            "-ss",
            Math.max(0, at - early).toFixed(3),
            ...input(source),
            "-an",
            "-frames:v",
            "1",
            "-q:v",
            "2",
            "-pix_fmt",
            "yuvj420p",
            "-map_metadata",
            "-1",
            "-fflags",
            "+bitexact",
            "-flags:v",
            "+bitexact",
            "picture.jpg",
          ],
          directory: folder,
          seconds: PATIENCE,
          signal,
        });
        const file = join(folder, "picture.jpg");
        if ((await stat(file).catch(() => null)) === null) throw new AppError("WALK_UNREADABLE");
        return use(file);
      }),

    closeWalks: () => readers.close(),
  };
}

/** Throws the refusal for a file that is no walk video. */
async function factsOf(path: string, folder: string): Promise<FilmFacts> {
  try {
    const file = await open(await joinedFilm(path, folder), "r");
    try {
      const { facts } = await readFilm(file);
      checkFilm(facts, { seconds: walkLimits.minutes * 60 });
      return facts;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof BadFilm ? walkRefusal(error) : error;
  }
}
