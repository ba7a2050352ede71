import type { FileHandle } from "node:fs/promises";
import { readAt } from "../../read-at.ts";
import { BadFilm, unreadable } from "./bad-film.ts";

/** A range of the file; `end` is the first byte after it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface TopBox extends Stretch {
  readonly type: string;
  readonly body: number;
}

export interface Layout {
  readonly bytes: number;
  readonly boxes: readonly TopBox[];
  /** Whether it is fragmented, with an index per fragment. */
  readonly isFragmented: boolean;
}

const most = { topLevel: 4096, moov: 16 * 2 ** 20, ftyp: 4096, window: 65_536 };

/** Brands by which cameras, phones and converters mark a video of this format; QuickTime and pictures have others. */
const brands =
  /^(?:isom|iso[2-9a-c]|mp4[12]|avc1|M4V[ HP]|mmp4|MSNV|dash|cmfc|cmf2|f4v |hvc1|XAVC|NDX[CSHM])$/;

/** Checks the type by the first bytes: throws `VIDEO_TYPE` for anything but an MP4. `head` holds 12 bytes or more. */
export function checkType(head: Buffer): void {
  const size = head.length < 12 ? 0 : head.readUInt32BE(0);
  if (size < 16 || size > most.ftyp || head.toString("latin1", 4, 8) !== "ftyp")
    throw new BadFilm("VIDEO_TYPE", "no MP4");
  const list = [head.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4)
    list.push(head.toString("latin1", at, at + 4));
  if (!list.some((brand) => brands.test(brand))) throw new BadFilm("VIDEO_TYPE", `brand ${list[0]}`);
}

/**
 * The outermost boxes, whose sizes must add up to the file. For an incomplete file, `announced` is its final size; then
 * returns the boxes that have begun.
 */
export async function layoutOf(file: FileHandle, announced?: number): Promise<Layout> {
  const { size } = await file.stat();
  const bytes = announced ?? size;
  checkType(await readAt(file, 0, Math.min(size, most.ftyp)));
  const boxes: TopBox[] = [];
  const headAt = headsOf(file);
  for (let at = 0; at < bytes; ) {
    if (announced !== undefined && at + 16 > size) break;
    if (boxes.length === most.topLevel) throw unreadable("too many boxes");
    const box = topBox(await headAt(at), at, bytes);
    boxes.push(box);
    at = box.end;
  }
  const isFragmented = boxes.some(({ type }) => type === "moof");
  return { bytes, boxes, isFragmented };
}

/** Reads consecutive box headers in bulk, so that thousands of tiny boxes cost only a few reads. */
function headsOf(file: FileHandle): (at: number) => Promise<Buffer> {
  let from = 0;
  let window: Buffer = Buffer.alloc(0);
  return async (at) => {
    if (at + 16 > from + window.length) {
      window = await readAt(file, at, most.window);
      from = at;
    }
    return window.subarray(at - from, at - from + 16);
  };
}

function topBox(head: Buffer, start: number, bytes: number): TopBox {
  if (head.length < 8) throw unreadable("ends within the head of a box");
  const short = head.readUInt32BE(0);
  const type = head.toString("latin1", 4, 8);
  if (short === 0) return { type, start, body: start + 8, end: bytes };
  if (short === 1 && head.length < 16) throw unreadable("ends within the head of a box");
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  const body = start + (short === 1 ? 16 : 8);
  if (start + size < body || start + size > bytes) throw unreadable(`box ${type} goes past the end`);
  return { type, start, body, end: start + size };
}

/** The single index of the video, in memory. */
export async function readMoov(
  file: FileHandle,
  { boxes }: Layout,
): Promise<{ box: TopBox; buffer: Buffer }> {
  const found = boxes.filter(({ type }) => type === "moov");
  const [box] = found;
  if (box === undefined || found.length > 1) throw unreadable(`${found.length} indexes`);
  if (box.end - box.start > most.moov) throw unreadable("an index too large");
  const buffer = await readAt(file, box.start, box.end - box.start);
  if (buffer.length !== box.end - box.start) throw unreadable("the index is cut");
  return { box, buffer };
}
