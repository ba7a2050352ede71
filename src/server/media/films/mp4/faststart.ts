import { unreadable } from "./bad-film.ts";
import { type Box, childrenOf, innerBoxes, readerOf } from "./boxes.ts";
import type { ReadFilm } from "./film-facts.ts";

/** Positions in a file, in bytes, of an index that players are to get before the media data. */
export interface IndexMove {
  /** Where it is, and how long. */
  readonly from: number;
  readonly bytes: number;
  /** Where players find it. */
  readonly to: number;
}

/** Whether a player finds the index before the pictures. */
export function isInFront({ layout: { boxes }, moov }: ReadFilm): boolean {
  const media = boxes.find(({ type }) => type === "mdat");
  return media === undefined || moov.box.start < media.start;
}

/**
 * Makes the index for the front of the video. Every other byte of the video stays as it is and in order, so projection
 * metadata stays; in the index only the chunk offsets change.
 */
export function indexForFront(film: ReadFilm): { readonly index: Buffer; readonly move: IndexMove } {
  const { layout, moov } = film;
  const first = layout.boxes.find(({ type }) => type === "mdat");
  if (first === undefined) throw unreadable("no media data");
  const { start: from, end } = moov.box;
  const bytes = end - from;
  // Bytes between the new and the old position of the index move back by its length; the rest stays.
  const moved = (offset: number) => (offset >= first.start && offset < from ? offset + bytes : offset);
  const index = Buffer.from(moov.buffer);
  shiftChunks(index, moved);
  return { index, move: { from, bytes, to: first.start } };
}

const containers = ["moov", "trak", "mdia", "minf", "stbl"];

function shiftChunks(index: Buffer, moved: (offset: number) => number): void {
  const budget = { boxes: innerBoxes };
  const visit = (boxes: readonly Box[], depth: number): void => {
    for (const box of boxes) {
      if (containers.includes(box.type)) visit(childrenOf(index, box, budget, depth), depth + 1);
      else if (box.type === "stco" || box.type === "co64") shift(index, box, moved);
    }
  };
  visit(childrenOf(index, { body: 0, end: index.length }, budget, 0), 1);
}

function shift(index: Buffer, box: Box, moved: (offset: number) => number): void {
  const reader = readerOf(index, box);
  const width = box.type === "stco" ? 4 : 8;
  const count = reader.u32(4);
  if (8 + count * width > reader.bytes) throw unreadable(`${box.type} has ${count} entries`);
  for (let at = 0; at < count; at += 1) {
    const place = box.body + 8 + at * width;
    const to = moved(width === 4 ? index.readUInt32BE(place) : Number(index.readBigUInt64BE(place)));
    // The largest accepted video is smaller than the range of 32 bits.
    if (width === 4 && to > 0xff_ff_ff_ff) throw unreadable("too large for its index");
    if (width === 4) index.writeUInt32BE(to, place);
    else index.writeBigUInt64BE(BigInt(to), place);
  }
}
