import { readFile, writeFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import sharp from "sharp";
import type { ChildReport } from "#server/media/decoding-child.ts";
import { boundChild } from "#server/platform/bounded-child.ts";
import { codeOf } from "#server/platform/error-code.ts";
import { alignWalk, featuresOf, proposeSpots } from "#walk/align-walk.ts";
import { createWalkReader, type WalkState } from "#walk/read-walk.ts";
import type { Features, KnownSpot, WalkSheet, WalkTap } from "#walk/types.ts";

/**
 * Order for the child process that reads walk videos, forked by `walk-films.ts`: pictures of one piece of a video, and
 * the reader's state before and after it, as files.
 */
export interface ReadOrder {
  readonly kind: "read";
  /** A file of grey pictures, one after the other, without a header; or files of 360 photos. */
  readonly pictures: string | readonly string[];
  readonly width: number;
  readonly height: number;
  /** Seconds since the start of the video of the first picture, and between two. */
  readonly from: number;
  readonly every: number;
  /** Null for the first piece. */
  readonly before: string | null;
  readonly after: string;
  /** Where the path is written as JSON after the last piece; null before. */
  readonly path: string | null;
}

/** Order to find pictures of earlier visits along a walk that was read. */
export interface AlignOrder {
  readonly kind: "align";
  /** File of the reader's state after the last piece. */
  readonly state: string;
  readonly spots: readonly (Omit<KnownSpot, "features"> & {
    /** File of its picture, equirectangular. */
    readonly picture: string;
  })[];
  readonly sheets: readonly WalkSheet[];
}

/** A 360 photo of a room. */
export interface ComparedPhoto {
  readonly id: string;
  /** File of its picture, equirectangular. */
  readonly picture: string;
}

/** Order to compare each of these photos with each of the others. */
export interface CompareOrder {
  readonly kind: "compare";
  readonly photos: readonly ComparedPhoto[];
  readonly others: readonly ComparedPhoto[];
}

/** Two photos that may show the same spot. */
export interface AlikePhotos {
  readonly photo: string;
  readonly other: string;
  /** 0 to 1, as in `SpotMatch`. */
  readonly confidence: number;
}

export type WalkOrder = ReadOrder | AlignOrder | CompareOrder;

/** The result: taps of `align`, pairs of `compare`. */
export interface WalkAnswer {
  readonly taps: readonly WalkTap[];
  readonly alike: readonly AlikePhotos[];
}

const nothing: WalkAnswer = { taps: [], alike: [] };

/** Width and height of a photo in which corners are searched. */
const small = { width: 1024, height: 512 };

const greyOf = (picture: string): Promise<Buffer> =>
  sharp(picture)
    .resize({ ...small, fit: "fill" })
    .greyscale()
    .raw()
    .toBuffer();

const featuresIn = async (picture: string): Promise<Features> =>
  featuresOf({ ...small, at: 0, grey: await greyOf(picture) });

const stateIn = async (path: string) => deserialize(await readFile(path)) as WalkState;

async function read(order: ReadOrder): Promise<WalkAnswer> {
  const { width, height, from, every } = order;
  const reader = createWalkReader(order.before === null ? undefined : await stateIn(order.before));
  if (typeof order.pictures === "string") {
    const bytes = await readFile(order.pictures);
    const size = width * height;
    const count = Math.floor(bytes.length / size);
    for (let at = 0; at < count; at += 1)
      reader.add({ width, height, at: from + at * every, grey: bytes.subarray(at * size, (at + 1) * size) });
  } else
    for (const [at, picture] of order.pictures.entries())
      reader.add({ width, height, at: from + at * every, grey: await greyOf(picture) });
  await writeFile(order.after, serialize(reader.state()));
  if (order.path !== null) await writeFile(order.path, JSON.stringify(reader.path()));
  return nothing;
}

async function align({ state, spots, sheets }: AlignOrder): Promise<WalkAnswer> {
  const known: KnownSpot[] = [];
  for (const { picture, ...spot } of spots) {
    known.push({ ...spot, features: await featuresIn(picture) });
  }
  const reader = createWalkReader(await stateIn(state));
  return { ...nothing, taps: alignWalk(reader.path(), reader.keyframes(), known, sheets).taps };
}

async function compare({ photos, others }: CompareOrder): Promise<WalkAnswer> {
  const known: Pick<KnownSpot, "id" | "features">[] = [];
  for (const { id, picture } of others) known.push({ id, features: await featuresIn(picture) });
  const alike: AlikePhotos[] = [];
  for (const { id, picture } of photos)
    for (const { spot, confidence } of proposeSpots(await featuresIn(picture), known))
      alike.push({ photo: id, other: spot, confidence });
  return { ...nothing, alike };
}

function answerTo(order: WalkOrder): Promise<WalkAnswer> {
  if (order.kind === "read") return read(order);
  return order.kind === "align" ? align(order) : compare(order);
}

function serve(memoryBytes: number): void {
  sharp.concurrency(1);
  sharp.cache(false);
  const work = async (order: WalkOrder): Promise<ChildReport<WalkAnswer>> => {
    try {
      const result = await answerTo(order);
      return { kind: "done", result, isTired: process.memoryUsage.rss() > memoryBytes * 0.6 };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: "error", reason, code: codeOf(error) || undefined };
    }
  };
  process.on("message", (order) => void work(order as WalkOrder).then((report) => process.send?.(report)));
}

const memoryBytes = boundChild();
if (memoryBytes !== undefined) serve(memoryBytes);
