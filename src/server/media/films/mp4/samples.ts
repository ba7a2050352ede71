import { unreadable } from "./bad-film.ts";
import { type Box, readerOf } from "./boxes.ts";
import type { Stretch } from "./top-level.ts";

/** Offsets of a track's pictures or sound, and their duration in units of the track. */
export interface SampleTable {
  readonly samples: number;
  readonly duration: number;
}

/** More than an hour and a half at 60 pictures per second. */
const mostEntries = 500_000;

type Find = (type: string) => Box | undefined;

/**
 * Reads a track's tables and checks them against each other and the file: as many durations as sizes, every chunk
 * within the media data. Allocates nothing by a number in the file.
 */
export function checkSamples(buffer: Buffer, find: Find, media: readonly Stretch[]): SampleTable {
  const table = (type: string, head: number, width: number) => {
    const box = find(type);
    return box === undefined ? undefined : entriesOf(buffer, box, head, width);
  };
  const times = table("stts", 8, 8);
  const chunks = table("stco", 8, 4) ?? table("co64", 8, 8);
  const runs = table("stsc", 8, 12);
  const sizes = sizesOf(buffer, find);
  if (times === undefined || chunks === undefined || runs === undefined)
    throw unreadable("a track without its tables");
  let samples = 0;
  let duration = 0;
  for (let n = 0; n < times.count; n += 1) {
    samples += times.u32(n, 0);
    duration += times.u32(n, 0) * times.u32(n, 4);
  }
  if (samples !== sizes.count) throw unreadable("durations and sizes differ in number");
  checkChunks({ chunks, runs, sizes, isLong: find("stco") === undefined }, media);
  return { samples, duration };
}

interface Entries {
  readonly count: number;
  u32(entry: number, at: number): number;
  u64(entry: number, at: number): number;
}

function entriesOf(buffer: Buffer, box: Box, head: number, width: number): Entries {
  const reader = readerOf(buffer, box);
  const count = reader.u32(head - 4);
  if (count > mostEntries || head + count * width > reader.bytes)
    throw unreadable(`${box.type} has ${count} entries`);
  return {
    count,
    u32: (entry, at) => reader.u32(head + entry * width + at),
    u64: (entry, at) => reader.u64(head + entry * width + at),
  };
}

interface Sizes {
  readonly count: number;
  /** Common size of all samples, when they are equal. */
  readonly same: number | null;
  of(sample: number): number;
}

function sizesOf(buffer: Buffer, find: Find): Sizes {
  const box = find("stsz");
  if (box === undefined) return compactSizes(buffer, find("stz2"));
  const reader = readerOf(buffer, box);
  const [same, count] = [reader.u32(4), reader.u32(8)];
  // Uncompressed sound has samples of one size, and a great many of them.
  if (same !== 0) return { count, same, of: () => same };
  if (count > mostEntries || 12 + count * 4 > reader.bytes) throw unreadable(`stsz has ${count} entries`);
  return { count, same: null, of: (sample) => reader.u32(12 + sample * 4) };
}

function compactSizes(buffer: Buffer, box: Box | undefined): Sizes {
  if (box === undefined) throw unreadable("a track without sizes");
  const reader = readerOf(buffer, box);
  const [width, count] = [reader.u8(7), reader.u32(8)];
  if (![4, 8, 16].includes(width) || count > mostEntries || 12 + (count * width) / 8 > reader.bytes)
    throw unreadable(`stz2 has ${count} entries`);
  return {
    count,
    same: null,
    of(sample) {
      if (width === 16) return reader.u16(12 + sample * 2);
      if (width === 8) return reader.u8(12 + sample);
      return (reader.u8(12 + (sample >> 1)) >> (sample % 2 === 0 ? 4 : 0)) & 15;
    },
  };
}

function checkChunks(
  { chunks, runs, sizes, isLong }: { chunks: Entries; runs: Entries; sizes: Sizes; isLong: boolean },
  media: readonly Stretch[],
): void {
  let sample = 0;
  let run = 0;
  if (runs.count === 0 ? chunks.count > 0 : runs.u32(0, 0) !== 1) throw unreadable("chunks begin nowhere");
  for (let chunk = 0; chunk < chunks.count; chunk += 1) {
    if (run + 1 < runs.count && runs.u32(run + 1, 0) <= chunk + 1) {
      if (runs.u32(run + 1, 0) <= runs.u32(run, 0)) throw unreadable("chunks out of order");
      run += 1;
    }
    const inside = runs.u32(run, 4);
    if (inside > sizes.count - sample) throw unreadable("chunks hold more than there is");
    const start = isLong ? chunks.u64(chunk, 0) : chunks.u32(chunk, 0);
    const end = start + sumOf(sizes, sample, inside);
    if (inside > 0 && !media.some((stretch) => start >= stretch.start && end <= stretch.end))
      throw unreadable(`chunk ${chunk + 1} lies outside the media data`);
    sample += inside;
  }
  if (sample !== sizes.count) throw unreadable("chunks hold less than there is");
}

/** Sum of samples of one size without iterating: there may be four thousand million. */
function sumOf(sizes: Sizes, first: number, count: number): number {
  if (sizes.same !== null) return count * sizes.same;
  let sum = 0;
  for (let n = first; n < first + count; n += 1) sum += sizes.of(n);
  return sum;
}
