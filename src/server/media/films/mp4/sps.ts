import { bitsOf } from "./bits.ts";

/** Size and kind of the pictures as coded in the stream. */
export interface CodedSize {
  readonly width: number;
  readonly height: number;
  /** 8 bits per colour, 4:2:0 chroma, in a profile that browsers decode. */
  readonly isCommon: boolean;
}

const highProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];
const commonProfiles = [66, 77, 88, 100];

/** H.264's sequence parameter set (ISO 14496-10, 7.3.2.1), with its one byte of header. */
export function readAvcSps(nal: Buffer): CodedSize {
  const { bit, bits, ue, se, skip } = bitsOf(nal.subarray(1));
  const profile = bits(8);
  skip(16);
  ue();
  let chroma = 1;
  let depth = 8;
  if (highProfiles.includes(profile)) {
    chroma = ue();
    if (chroma === 3) skip(1);
    depth = 8 + Math.max(ue(), ue());
    skip(1);
    if (bit() === 1) skipScalingLists(chroma === 3 ? 12 : 8, { bit, se });
  }
  ue();
  const order = ue();
  if (order === 0) ue();
  else if (order === 1) {
    skip(1);
    se();
    se();
    for (let left = Math.min(ue(), 256); left > 0; left -= 1) se();
  }
  ue();
  skip(1);
  const columns = ue() + 1;
  const rows = ue() + 1;
  const isFrames = bit();
  if (isFrames === 0) skip(1);
  skip(1);
  const crop = bit() === 1 ? [ue(), ue(), ue(), ue()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const across = chroma === 1 || chroma === 2 ? 2 : 1;
  const down = (chroma === 1 ? 2 : 1) * (2 - isFrames);
  return {
    width: columns * 16 - (left + right) * across,
    height: rows * 16 * (2 - isFrames) - (top + bottom) * down,
    isCommon: commonProfiles.includes(profile) && depth === 8 && chroma === 1,
  };
}

function skipScalingLists(count: number, { bit, se }: { bit: () => number; se: () => number }): void {
  for (let list = 0; list < count; list += 1) {
    if (bit() === 0) continue;
    let last = 8;
    let next = 8;
    for (let at = 0; at < (list < 6 ? 16 : 64); at += 1) {
      if (next !== 0) next = (last + se() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}

/** HEVC's (ISO 23008-2, 7.3.2.2), with its two bytes of header. */
export function readHevcSps(nal: Buffer): CodedSize {
  const { bit, bits, ue, skip } = bitsOf(nal.subarray(2));
  skip(4);
  const layers = bits(3);
  skip(1 + 88 + 8);
  const present = Array.from({ length: layers }, () => [bit(), bit()] as const);
  if (layers > 0) skip(2 * (8 - layers));
  for (const [hasProfile, hasLevel] of present) skip(hasProfile * 88 + hasLevel * 8);
  ue();
  const chroma = ue();
  if (chroma === 3) skip(1);
  const width = ue();
  const height = ue();
  const crop = bit() === 1 ? [ue(), ue(), ue(), ue()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const across = chroma === 1 || chroma === 2 ? 2 : 1;
  const down = chroma === 1 ? 2 : 1;
  return { width: width - (left + right) * across, height: height - (top + bottom) * down, isCommon: false };
}
