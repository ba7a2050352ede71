import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { walkLimits } from "#contract/walks.limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { type Ffmpeg, FfmpegFailed } from "../ffmpeg/ffmpeg.ts";
import { joinedFilm } from "../films/keep.ts";
import { BadFilm } from "../films/mp4/bad-film.ts";
import { checkFilm, type FilmFacts, readFilm } from "../films/mp4/film-facts.ts";
import { pictureFiles, picturePrefix } from "../keys.ts";
import { asStorageFull, refuseWhenNearlyFull } from "../receive.ts";
import type { LocalCopy, ObjectStore } from "../store.ts";
import { createPool, type Workers, type WorkersOptions } from "../workers.ts";
import type { AlignOrder, WalkAnswer, WalkOrder } from "./walk-process.ts";
import { walkRefusal } from "./walk-refusal.ts";

/** A stored walk video: its key in the object store, which a record must claim within a day. */
export interface KeptWalk extends Pick<FilmFacts, "width" | "height" | "seconds"> {
  readonly key: string;
}

/** A piece of a walk, and what is known before it. */
export interface PieceOrder {
  /** The video as a file of this machine; or hashes of 360 photos, one for each second. */
  readonly source: string | readonly string[];
  /** From 0. */
  readonly piece: number;
  readonly isLast: boolean;
  /** Key of the reader's state after the piece before; null for the first. */
  readonly reader: string | null;
  /** Prefix of the keys of the results; unique for the walk. */
  readonly prefix: string;
}

/** Keys in the object store, which a record must claim within a day. */
export interface ReadPiece {
  readonly reader: string;
  /** Null past the end of the video. */
  readonly preview: string | null;
  /** JSON of a `WalkPath`, after the last piece. */
  readonly path: string | null;
}

/** A 360 photo of an earlier visit whose position is known. */
export interface EarlierPicture extends Omit<AlignOrder["spots"][number], "picture"> {
  readonly sha256: string;
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
  alignWithPictures(
    order: {
      readonly reader: string;
      readonly pictures: readonly EarlierPicture[];
      readonly sheets: AlignOrder["sheets"];
    },
    signal?: AbortSignal,
  ): Promise<WalkAnswer>;
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

/** Grey pictures: enough of them to choose the sharpest of each third of a second. */
const grey = { width: 1024, height: 512, perSecond: 6 };
const { pieceSeconds, preview } = walkLimits;
/** Seconds before a piece that are decoded again: the reader's state may leave the newest pictures undecided. */
const overlap = 1;
const startOf = (piece: number) => (piece === 0 ? 0 : piece * pieceSeconds - overlap);
/** Seconds for the decoding of one piece on a busy machine with a large video, and for one picture. */
const patience = { piece: 600, picture: 120 };
/** Seconds before a picture at which its frame is searched for: times are rounded. */
const early = 0.005;
const memoryBytes = 600e6;
const bounds = ["-max_alloc", "1073741824", "-filter_threads", "1", "-threads", "2"];
const input = (source: string) => ["-protocol_whitelist", "file", "-f", "mov", "-i", source, "-map", "0:v:0"];

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
    timeoutMs: patience.piece * 1000,
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

    withPicture: ({ source, at }, use, signal) =>
      inFolder(async (folder) => {
        await ffmpeg.run({
          args: [
            ...[
              ...bounds,
              "-ss",
              Math.max(0, at - early).toFixed(3),
              ...input(source),
              "-an",
              "-frames:v",
              "1",
            ],
            // Always the same bytes for the same picture, so that a repeated run adds no second room.
            ...["-q:v", "2", "-pix_fmt", "yuvj420p", "-map_metadata", "-1"],
            ...["-fflags", "+bitexact", "-flags:v", "+bitexact", "picture.jpg"],
          ],
          directory: folder,
          seconds: patience.picture,
          signal,
        });
        const file = join(folder, "picture.jpg");
        if ((await stat(file).catch(() => null)) === null) throw new AppError("WALK_UNREADABLE");
        return use(file);
      }),

    closeWalks: () => readers.close(),
  };
}

type Readers = Workers<WalkOrder, WalkAnswer>;

/** Writes the grey pictures of a piece, and its column of previews. Returns the file of the former. */
async function decode(
  ffmpeg: Ffmpeg,
  { source, piece }: { readonly source: string; readonly piece: number },
  folder: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { width, height, perSecond } = grey;
  const start = startOf(piece);
  const before = piece * pieceSeconds - start;
  await ffmpeg.run({
    args: [
      ...bounds,
      ...["-ss", String(start), "-t", String(before + pieceSeconds), ...input(source)],
      // Rounded up, each picture is the one that was current at its time.
      ...["-an", "-vf", `fps=${perSecond}:round=up,scale=${width}:${height}:flags=area,format=gray`],
      ...["-f", "rawvideo", "pictures.gray", "-map", "0:v:0", "-an"],
      "-vf",
      [
        `trim=start=${before},setpts=PTS-STARTPTS,fps=1:round=up`,
        `scale=${preview.width}:${preview.height}:flags=area,tile=1x${pieceSeconds}`,
      ].join(","),
      ...["-frames:v", "1", "-q:v", "5", "-pix_fmt", "yuvj420p", "preview.jpg"],
    ],
    directory: folder,
    seconds: patience.piece,
    signal,
  });
  return join(folder, "pictures.gray");
}

async function readPiece(
  { ffmpeg, store, put }: WalkFilmsOptions,
  readers: Readers,
  {
    order,
    folder,
    signal,
  }: { readonly order: PieceOrder; readonly folder: string; readonly signal: AbortSignal | undefined },
): Promise<ReadPiece> {
  const copies: LocalCopy[] = [];
  const pictures =
    typeof order.source === "string"
      ? await decode(ffmpeg, { ...order, source: order.source }, folder, signal)
      : await photosOf(store, order.source, order.piece, copies);
  const before = order.reader === null ? null : await store.localFile(order.reader);
  if (order.reader !== null && before === null) throw new Error("the state of the reader is gone");
  try {
    const after = join(folder, "after");
    const path = order.isLast ? join(folder, "path.json") : null;
    const { width, height, perSecond } = grey;
    await readers.run(
      {
        kind: "read",
        ...{ pictures, width, height, after, path },
        from: startOf(order.piece),
        every: typeof pictures === "string" ? 1 / perSecond : 1,
        before: before?.path ?? null,
      },
      undefined,
      signal,
    );
    const keys = {
      reader: `${order.prefix}/reader-${order.piece}`,
      preview: `${order.prefix}/preview-${order.piece}.jpg`,
    };
    // The state of an earlier, interrupted attempt differs in nothing but perhaps its size.
    await store.remove(keys.reader);
    await put(keys.reader, after);
    const image = join(folder, "preview.jpg");
    const hasImage = (await stat(image).catch(() => null)) !== null;
    if (hasImage) await put(keys.preview, image);
    return {
      reader: keys.reader,
      preview: hasImage ? keys.preview : null,
      path: path === null ? null : await readFile(path, "utf8"),
    };
  } finally {
    await before?.release();
    for (const copy of copies) await copy.release();
  }
}

/** Files of the photos of a piece, with the one before it. Throws when one of them is gone. */
async function photosOf(
  store: ObjectStore,
  hashes: readonly string[],
  piece: number,
  copies: LocalCopy[],
): Promise<string[]> {
  for (const sha256 of hashes.slice(startOf(piece), (piece + 1) * pieceSeconds)) {
    const copy = await store.localFile(`${picturePrefix(sha256)}/${pictureFiles.base}`);
    if (copy === null) throw new AppError("WALK_UNREADABLE");
    copies.push(copy);
  }
  return copies.map(({ path }) => path);
}

async function alignWithPictures(
  { store }: WalkFilmsOptions,
  readers: Readers,
  { reader, pictures, sheets }: Parameters<WalkFilms["alignWithPictures"]>[0],
  signal: AbortSignal | undefined,
): Promise<WalkAnswer> {
  const copies: LocalCopy[] = [];
  try {
    const state = await store.localFile(reader);
    if (state === null) return [];
    copies.push(state);
    const spots: AlignOrder["spots"][number][] = [];
    for (const { sha256, ...spot } of pictures) {
      const picture = await store.localFile(`${picturePrefix(sha256)}/${pictureFiles.base}`);
      if (picture === null) continue;
      copies.push(picture);
      spots.push({ ...spot, picture: picture.path });
    }
    if (spots.length === 0) return [];
    return await readers.run({ kind: "align", state: state.path, spots, sheets }, undefined, signal);
  } finally {
    for (const copy of copies) await copy.release();
  }
}

/** Throws the refusal for a file that is no walk video. */
async function factsOf(path: string, folder: string): Promise<FilmFacts> {
  try {
    const file = await open(await joinedFilm(path, folder), "r");
    try {
      const { facts } = await readFilm(file);
      checkFilm(facts, walkLimits.minutes * 60);
      return facts;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof BadFilm ? walkRefusal(error) : error;
  }
}
