import { readFile, writeFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import sharp from "sharp";
import type { ChildReport } from "#server/media/decoding-child.ts";
import { boundChild } from "#server/platform/bounded-child.ts";
import { codeOf } from "#server/platform/error-code.ts";
import { alignWalk, featuresOf } from "#walk/align-walk.ts";
import { createWalkReader, type WalkState } from "#walk/read-walk.ts";
import type { KnownSpot, WalkSheet, WalkTap } from "#walk/types.ts";

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

export type WalkOrder = ReadOrder | AlignOrder;
/** Taps that were found; none of a reading. */
export type WalkAnswer = readonly WalkTap[];

/** Width and height of a photo in which corners are searched. */
const small = { width: 1024, height: 512 };

const greyOf = (picture: string): Promise<Buffer> =>
  sharp(picture)
    .resize({ ...small, fit: "fill" })
    .greyscale()
    .raw()
    .toBuffer();

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
  return [];
}

async function align({ state, spots, sheets }: AlignOrder): Promise<WalkAnswer> {
  const known: KnownSpot[] = [];
  for (const { picture, ...spot } of spots) {
    known.push({ ...spot, features: featuresOf({ ...small, at: 0, grey: await greyOf(picture) }) });
  }
  const reader = createWalkReader(await stateIn(state));
  return alignWalk(reader.path(), reader.keyframes(), known, sheets).taps;
}

function serve(memoryBytes: number): void {
  sharp.concurrency(1);
  sharp.cache(false);
  const work = async (order: WalkOrder): Promise<ChildReport<WalkAnswer>> => {
    try {
      const result = order.kind === "read" ? await read(order) : await align(order);
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
