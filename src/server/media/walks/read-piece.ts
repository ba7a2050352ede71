import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { walkLimits } from "#contract/walks.limits.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Ffmpeg } from "../ffmpeg/ffmpeg.ts";
import { pictureFiles, picturePrefix } from "../keys.ts";
import type { LocalCopy, ObjectStore } from "../store.ts";
import type { Workers } from "../workers.ts";
import type { AlignOrder, WalkAnswer, WalkOrder } from "./walk-process.ts";

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

/** Pictures to compare with a walk whose reading ended with this state. */
export interface AlignRequest {
  readonly reader: string;
  readonly pictures: readonly EarlierPicture[];
  readonly sheets: AlignOrder["sheets"];
}

export interface PieceTools {
  readonly ffmpeg: Ffmpeg;
  readonly store: ObjectStore;
  /** Stores the file under the key, swept when no record claims it. */
  readonly put: (key: string, path: string) => Promise<void>;
}

/** Grey pictures: enough of them to choose the sharpest of each third of a second. */
const grey = { width: 1024, height: 512, perSecond: 6 };
const { pieceSeconds, preview } = walkLimits;
/** Seconds before a piece that are decoded again: the reader's state may leave the newest pictures undecided. */
const overlap = 1;
const startOf = (piece: number) => (piece === 0 ? 0 : piece * pieceSeconds - overlap);
/** Seconds for the decoding, and for the reading, of one piece on a busy machine with a large video. */
export const PIECE_SECONDS = 600;
export const bounds = ["-max_alloc", "1073741824", "-filter_threads", "1", "-threads", "2"];
export const input = (source: string) => [
  "-protocol_whitelist",
  "file",
  "-f",
  "mov",
  "-i",
  source,
  "-map",
  "0:v:0",
];

export type Readers = Workers<WalkOrder, WalkAnswer>;

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
      bounds,
      ["-ss", String(start), "-t", String(before + pieceSeconds), input(source)].flat(),
      // Rounded up, each picture is the one that was current at its time.
      ["-an", "-vf", `fps=${perSecond}:round=up,scale=${width}:${height}:flags=area,format=gray`],
      ["-f", "rawvideo", "pictures.gray", "-map", "0:v:0", "-an", "-vf"],
      [
        [
          `trim=start=${before},setpts=PTS-STARTPTS,fps=1:round=up`,
          `scale=${preview.width}:${preview.height}:flags=area,tile=1x${pieceSeconds}`,
        ].join(","),
      ],
      ["-frames:v", "1", "-q:v", "5", "-pix_fmt", "yuvj420p", "preview.jpg"],
    ].flat(),
    directory: folder,
    seconds: PIECE_SECONDS,
    signal,
  });
  return join(folder, "pictures.gray");
}

export async function readPiece(
  { ffmpeg, store, put }: PieceTools,
  readers: Readers,
  {
    order,
    folder,
    signal,
  }: { readonly order: PieceOrder; readonly folder: string; readonly signal: AbortSignal | undefined },
): Promise<ReadPiece> {
  const copies: LocalCopy[] = [];
  try {
    const pictures =
      typeof order.source === "string"
        ? await decode(ffmpeg, { ...order, source: order.source }, folder, signal)
        : await photosOf(store, order.source, order.piece, copies);
    const before = order.reader === null ? null : await store.localFile(order.reader);
    if (before !== null) copies.push(before);
    else if (order.reader !== null) throw new Error("the state of the reader is gone");
    const after = join(folder, "after");
    const path = order.isLast ? join(folder, "path.json") : null;
    const { width, height, perSecond } = grey;
    await readers.run(
      {
        kind: "read",
        pictures,
        width,
        height,
        after,
        path,
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

export async function alignWithPictures(
  { store }: PieceTools,
  readers: Readers,
  { reader, pictures, sheets }: AlignRequest,
  signal: AbortSignal | undefined,
): Promise<WalkAnswer["taps"]> {
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
    const order = { kind: "align", state: state.path, spots, sheets } as const;
    return (await readers.run(order, undefined, signal)).taps;
  } finally {
    for (const copy of copies) await copy.release();
  }
}
