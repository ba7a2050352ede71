import { readFile, writeFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import type { ChildReport } from "#server/media/decoding-child.ts";
import { boundChild } from "#server/platform/bounded-child.ts";
import { codeOf } from "#server/platform/error-code.ts";
import { createWalkReader, type WalkState } from "#walk/read-walk.ts";

/**
 * Order for the child process that reads walk videos, forked by `walk-films.ts`: pictures of one piece of a video, and
 * the reader's state before and after it, as files.
 */
export interface ReadOrder {
  /** Grey pictures, one after the other, without a header. */
  readonly pictures: string;
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

export interface ReadResult {
  /** Pictures that were read in this piece. */
  readonly pictures: number;
}

async function read(order: ReadOrder): Promise<ReadResult> {
  const { width, height, from, every } = order;
  const reader =
    order.before === null
      ? createWalkReader()
      : createWalkReader(deserialize(await readFile(order.before)) as WalkState);
  const bytes = await readFile(order.pictures);
  const size = width * height;
  const count = Math.floor(bytes.length / size);
  for (let at = 0; at < count; at += 1)
    reader.add({ width, height, at: from + at * every, grey: bytes.subarray(at * size, (at + 1) * size) });
  await writeFile(order.after, serialize(reader.state()));
  if (order.path !== null) await writeFile(order.path, JSON.stringify(reader.path()));
  return { pictures: count };
}

function serve(memoryBytes: number): void {
  const work = async (order: ReadOrder): Promise<ChildReport<ReadResult>> => {
    try {
      const result = await read(order);
      return { kind: "done", result, isTired: process.memoryUsage.rss() > memoryBytes * 0.6 };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: "error", reason, code: codeOf(error) || undefined };
    }
  };
  process.on("message", (order) => void work(order as ReadOrder).then((report) => process.send?.(report)));
}

const memoryBytes = boundChild();
if (memoryBytes !== undefined) serve(memoryBytes);
