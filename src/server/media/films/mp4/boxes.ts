import { unreadable } from "./bad-film.ts";

/** One box inside a buffer: its content is from `body` to `end`. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** Limit of work for one video: every box is counted, at every level. */
export interface Budget {
  boxes: number;
}

export const innerBoxes = 4000;
const deepest = 8;

/** The boxes from `start` to `end`, each of which must fit. Throws `BadFilm` for any that does not. */
export function childrenOf(
  buffer: Buffer,
  { body, end }: Pick<Box, "body" | "end">,
  budget: Budget,
  depth: number,
): Box[] {
  if (depth > deepest) throw unreadable("boxes too deep in each other");
  const found: Box[] = [];
  let at = body;
  while (end - at >= 8) {
    if (--budget.boxes < 0) throw unreadable("too many boxes");
    const box = boxAt(buffer, at, end);
    // Apple ends lists of boxes with four zero bytes, and some writers pad with zeros.
    if (box === null) break;
    found.push(box);
    at = box.end;
  }
  return found;
}

function boxAt(buffer: Buffer, start: number, end: number): Box | null {
  const short = buffer.readUInt32BE(start);
  const type = buffer.toString("latin1", start + 4, start + 8);
  if (short === 0) {
    if (type === "\0\0\0\0") return null;
    return { type, start, body: start + 8, end };
  }
  const isLong = short === 1;
  if (isLong && end - start < 16) throw unreadable(`box ${type} is cut`);
  const size = isLong ? Number(buffer.readBigUInt64BE(start + 8)) : short;
  const head = isLong ? 16 : 8;
  if (size < head || size > end - start) throw unreadable(`box ${type} does not fit`);
  return { type, start, body: start + head, end: start + size };
}

/** Reads numbers of one box, never past its end. */
export function readerOf(buffer: Buffer, { type, body, end }: Box) {
  const need = (at: number, bytes: number) => {
    if (at < 0 || body + at + bytes > end) throw unreadable(`box ${type} is too short`);
    return body + at;
  };
  return {
    bytes: end - body,
    u8: (at: number) => buffer.readUInt8(need(at, 1)),
    u16: (at: number) => buffer.readUInt16BE(need(at, 2)),
    u24: (at: number) => buffer.readUIntBE(need(at, 3), 3),
    u32: (at: number) => buffer.readUInt32BE(need(at, 4)),
    i32: (at: number) => buffer.readInt32BE(need(at, 4)),
    /** Above 2^53 it is not exact, and no valid video has such a value. */
    u64: (at: number) => Number(buffer.readBigUInt64BE(need(at, 8))),
    text: (at: number, bytes: number) => buffer.toString("latin1", need(at, bytes), body + at + bytes),
    slice: (at: number, bytes: number) => buffer.subarray(need(at, bytes), body + at + bytes),
  };
}
