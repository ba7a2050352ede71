import { BadFilm, unreadable } from "./bad-film.ts";
import { type Box, type Budget, childrenOf, readerOf } from "./boxes.ts";
import { checkSamples, type SampleTable } from "./samples.ts";
import { type CodedSize, readAvcSps, readHevcSps } from "./sps.ts";
import type { Stretch } from "./top-level.ts";

export interface Track extends SampleTable {
  readonly kind: "video" | "audio" | "other";
  /** FourCC of the first sample description. */
  readonly codec: string;
  /** Units of the track per second. */
  readonly timescale: number;
  readonly video: VideoDescription | null;
}

export interface VideoDescription extends CodedSize {
  /** Clockwise quarter turns that a player applies. */
  readonly turns: number;
  readonly isSquare: boolean;
}

/** State of a walk through one index. */
export interface Walk {
  readonly buffer: Buffer;
  readonly budget: Budget;
  readonly media: readonly Stretch[];
}

const mostEdits = 1000;
const mostText = 1 << 20;
const kinds: Readonly<Record<string, Track["kind"]>> = { vide: "video", soun: "audio" };

export function readTrack(walk: Walk, trak: Box): Track {
  const { buffer, budget } = walk;
  const inside = childrenOf(buffer, trak, budget, 2);
  const find = (type: string) => inside.find((box) => box.type === type);
  const mdia = one(inside, "mdia");
  const header = one(inside, "tkhd");
  const edits = find("edts");
  if (edits !== undefined) checkEdits(walk, edits);
  for (const box of inside) if (box.type === "uuid") checkText(walk, box);

  const media = childrenOf(buffer, mdia, budget, 3);
  // Directly below the media: QuickTime has a second one of another kind at a deeper level.
  const kind = kinds[readerOf(buffer, one(media, "hdlr")).text(8, 4)] ?? "other";
  const mdhd = readerOf(buffer, one(media, "mdhd"));
  const timescale = mdhd.u8(0) === 1 ? mdhd.u32(20) : mdhd.u32(12);
  if (kind === "other") return { kind, codec: "", timescale, video: null, samples: 0, duration: 0 };
  if (timescale === 0) throw unreadable("no unit of time");

  const minf = childrenOf(buffer, one(media, "minf"), budget, 4);
  checkSelfContained(walk, one(minf, "dinf"));
  const stbl = childrenOf(buffer, one(minf, "stbl"), budget, 5);
  const { entry, codec } = description(walk, one(stbl, "stsd"));
  const table = checkSamples(buffer, (type) => stbl.find((box) => box.type === type), walk.media);
  const video = kind === "video" ? describe(walk, entry, turnsOf(buffer, header)) : null;
  return { kind, codec, timescale, video, ...table };
}

export function one(boxes: readonly Box[], type: string): Box {
  const found = boxes.filter((box) => box.type === type);
  if (found[0] === undefined || found.length > 1) throw unreadable(`${found.length} boxes ${type}`);
  return found[0];
}

function checkEdits({ buffer, budget }: Walk, edts: Box): void {
  for (const elst of childrenOf(buffer, edts, budget, 3)) {
    if (elst.type !== "elst") continue;
    const reader = readerOf(buffer, elst);
    const count = reader.u32(4);
    const width = reader.u8(0) === 1 ? 20 : 12;
    if (count > mostEdits || 8 + count * width > reader.bytes) throw unreadable(`${count} edits`);
  }
}

/** Descriptions of the projection are XML in which one line can expand to gigabytes in other programs. */
export function checkText({ buffer }: Pick<Walk, "buffer">, { body, end }: Pick<Box, "body" | "end">): void {
  if (end - body > mostText) throw unreadable("a description too long");
  const text = buffer.subarray(body, end);
  if (["<!DOCTYPE", "<!ENTITY"].some((word) => text.includes(word) || text.includes(utf16(word))))
    throw unreadable("a description with definitions");
}

const utf16 = (word: string) => Buffer.from(word, "utf16le");

/** The media data must be in this file: players would read a reference to another one. */
function checkSelfContained({ buffer, budget }: Walk, dinf: Box): void {
  const dref = one(childrenOf(buffer, dinf, budget, 5), "dref");
  for (const entry of childrenOf(buffer, { body: dref.body + 8, end: dref.end }, budget, 6))
    if ((readerOf(buffer, entry).u24(1) & 1) === 0) throw unreadable("its data lies in another file");
}

function description({ buffer, budget }: Walk, stsd: Box): { entry: Box; codec: string } {
  if (stsd.end - stsd.body < 8) throw unreadable("stsd is cut");
  const entries = childrenOf(buffer, { body: stsd.body + 8, end: stsd.end }, budget, 6);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) throw unreadable(`${entries.length} sample descriptions`);
  return { entry, codec: entry.type };
}

/** Fixed fields of a visual sample description, before its boxes. */
const visualHead = 78;

function describe({ buffer, budget }: Walk, entry: Box, turns: number): VideoDescription {
  const told = readerOf(buffer, entry);
  const inside = childrenOf(buffer, { body: entry.body + visualHead, end: entry.end }, budget, 7);
  const coded = codedSize(buffer, entry.type, inside);
  if (told.u16(24) !== coded.width || told.u16(26) !== coded.height)
    throw unreadable(`said to be ${told.u16(24)}x${told.u16(26)}, is ${coded.width}x${coded.height}`);
  const pasp = inside.find(({ type }) => type === "pasp");
  const pixel = pasp === undefined ? undefined : readerOf(buffer, pasp);
  return { ...coded, turns, isSquare: pixel === undefined || pixel.u32(0) === pixel.u32(4) };
}

function codedSize(buffer: Buffer, codec: string, inside: readonly Box[]): CodedSize {
  if (codec === "avc1" || codec === "avc3") {
    const reader = readerOf(buffer, one(inside, "avcC"));
    if ((reader.u8(5) & 31) === 0) throw unreadable("no parameter set");
    return readAvcSps(reader.slice(8, reader.u16(6)));
  }
  if (codec === "hvc1" || codec === "hev1") return readHevcSps(hevcSps(buffer, one(inside, "hvcC")));
  throw new BadFilm("VIDEO_CODEC", `codec ${codec}`);
}

const spsOfHevc = 33;

function hevcSps(buffer: Buffer, hvcC: Box): Buffer {
  const reader = readerOf(buffer, hvcC);
  let at = 23;
  for (let array = reader.u8(22); array > 0; array -= 1) {
    const type = reader.u8(at) & 63;
    const count = reader.u16(at + 1);
    at += 3;
    for (let unit = 0; unit < count; unit += 1) {
      const bytes = reader.u16(at);
      if (type === spsOfHevc) return reader.slice(at + 2, bytes);
      at += 2 + bytes;
    }
  }
  throw unreadable("no parameter set");
}

/** From the matrix of the track's header, of which only quarter turns are distinguished. */
function turnsOf(buffer: Buffer, tkhd: Box): number {
  const reader = readerOf(buffer, tkhd);
  const at = reader.u8(0) === 1 ? 52 : 40;
  const [a, b] = [Math.sign(reader.i32(at)), Math.sign(reader.i32(at + 4))];
  if (a === 0) return b > 0 ? 1 : 3;
  return a < 0 ? 2 : 0;
}
