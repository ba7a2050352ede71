import { BitReader, unescaped } from "./bits.ts";
import type { AudioConfig, VideoConfig } from "./media.ts";

/** Larger than the picture of any camera; above it the size is invalid. */
const MOST_PIXELS = 16_384;
const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Parses the body of `avcC` of an H.264 track; null when it is invalid. */
export function avcConfig(description: Buffer): VideoConfig | null {
  if (description.length < 8 || description[0] !== 1) return null;
  // All encoders write four-byte unit lengths; others would have to be rewritten.
  if (((description[4] ?? 0) & 3) !== 3 || ((description[5] ?? 0) & 31) === 0) return null;
  const length = description.readUInt16BE(6);
  const sps = description.subarray(8, 8 + length);
  if (sps.length < 4 || sps.length < length) return null;
  const size = avcSize(sps);
  if (size === null) return null;
  return { kind: "video", codec: "avc", description, name: `avc1.${sps.toString("hex", 1, 4)}`, ...size };
}

/** The body of `avcC` for parameter sets from the stream itself. */
export function avcDescription(sps: Buffer, pps: Buffer): Buffer {
  const head = Buffer.from([
    1,
    sps[1] ?? 0,
    sps[2] ?? 0,
    sps[3] ?? 0,
    0xff,
    0xe1,
    sps.length >> 8,
    sps.length & 255,
  ]);
  return Buffer.concat([head, sps, Buffer.from([1, pps.length >> 8, pps.length & 255]), pps]);
}

const WITH_CHROMA = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Size in pixels declared by an H.264 sequence parameter set, cropped; null when it is invalid. */
export function avcSize(sps: Buffer): Size | null {
  const bits = new BitReader(unescaped(sps.subarray(1)));
  const profile = bits.bits(8);
  bits.skip(16);
  bits.ue();
  let chroma = 1;
  if (WITH_CHROMA.has(profile)) {
    chroma = bits.ue();
    if (chroma === 3) bits.skip(1);
    bits.ue();
    bits.ue();
    bits.skip(1);
    if (bits.bits(1) === 1) skipScaling(bits, chroma === 3 ? 12 : 8);
  }
  bits.ue();
  const order = bits.ue();
  if (order === 0) bits.ue();
  else if (order === 1) {
    bits.skip(1);
    bits.se();
    bits.se();
    const count = bits.ue();
    if (count > 255) return null;
    for (let n = 0; n < count; n += 1) bits.se();
  }
  bits.ue();
  bits.skip(1);
  const columns = bits.ue() + 1;
  const rows = bits.ue() + 1;
  const isFrames = bits.bits(1);
  if (isFrames === 0) bits.skip(1);
  bits.skip(1);
  const crop = bits.bits(1) === 1 ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitY = (chroma === 1 ? 2 : 1) * (2 - isFrames);
  return sizeOf(
    bits,
    columns * 16 - (left + right) * unitX,
    rows * 16 * (2 - isFrames) - (top + bottom) * unitY,
  );
}

function skipScaling(bits: BitReader, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (bits.bits(1) === 0) continue;
    let last = 8;
    let next = 8;
    for (let at = 0; at < (list < 6 ? 16 : 64); at += 1) {
      if (next !== 0) next = (last + bits.se() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}

function sizeOf(bits: BitReader, width: number, height: number): Size | null {
  const isSane = width > 0 && height > 0 && width <= MOST_PIXELS && height <= MOST_PIXELS && !bits.isOver;
  return isSane ? { width, height } : null;
}

/** Parses the body of `hvcC` of an H.265 track; null when it is invalid. */
export function hevcConfig(description: Buffer): VideoConfig | null {
  if (description.length < 23 || description[0] !== 1 || ((description[21] ?? 0) & 3) !== 3) return null;
  const sps = hevcUnit(description, 33);
  const size = sps === null ? null : hevcSize(sps);
  if (size === null) return null;
  const space = (description[1] ?? 0) >> 6;
  const profile = (description[1] ?? 0) & 31;
  const tier = ((description[1] ?? 0) & 32) === 0 ? "L" : "H";
  const compatible = reversed(description.readUInt32BE(2)).toString(16).toUpperCase();
  const constraints = [...description.subarray(6, 12)].map((byte) => byte.toString(16).toUpperCase());
  while (constraints.length > 0 && constraints.at(-1) === "0") constraints.pop();
  const prefix = ["", "A", "B", "C"][space] ?? "";
  const name = [
    `hvc1.${prefix}${profile}`,
    compatible,
    `${tier}${description[12] ?? 0}`,
    ...constraints,
  ].join(".");
  return { kind: "video", codec: "hevc", description, name, ...size };
}

function reversed(value: number): number {
  let out = 0;
  for (let bit = 0; bit < 32; bit += 1) out = (out << 1) | ((value >>> bit) & 1);
  return out >>> 0;
}

/** The first unit of a type in `hvcC`. */
function hevcUnit(description: Buffer, type: number): Buffer | null {
  let at = 23;
  for (let array = 0; array < (description[22] ?? 0); array += 1) {
    if (at + 3 > description.length) return null;
    const kind = (description[at] ?? 0) & 63;
    const count = description.readUInt16BE(at + 1);
    at += 3;
    for (let n = 0; n < count; n += 1) {
      if (at + 2 > description.length) return null;
      const length = description.readUInt16BE(at);
      const unit = description.subarray(at + 2, at + 2 + length);
      at += 2 + length;
      if (kind === type) return unit.length === length ? unit : null;
    }
  }
  return null;
}

function hevcSize(sps: Buffer): Size | null {
  const bits = new BitReader(unescaped(sps.subarray(2)));
  bits.skip(4);
  const layers = bits.bits(3);
  bits.skip(1 + 88 + 8);
  const present = Array.from({ length: layers }, () => [bits.bits(1), bits.bits(1)] as const);
  if (layers > 0) bits.skip((8 - layers) * 2);
  for (const [profile, level] of present) bits.skip(profile * 88 + level * 8);
  bits.ue();
  const chroma = bits.ue();
  if (chroma === 3) bits.skip(1);
  const width = bits.ue();
  const height = bits.ue();
  const crop = bits.bits(1) === 1 ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitY = chroma === 1 ? 2 : 1;
  return sizeOf(bits, width - (left + right) * unitX, height - (top + bottom) * unitY);
}

/** Parses the body of `av1C` of an AV1 track. Its size is in the sequence header that follows there. */
export function av1Config(description: Buffer): VideoConfig | null {
  if (description.length < 4 || description[0] !== 0x81) return null;
  const profile = (description[1] ?? 0) >> 5;
  const level = (description[1] ?? 0) & 31;
  const tier = ((description[2] ?? 0) & 128) === 0 ? "M" : "H";
  const depth = ((description[2] ?? 0) & 64) === 0 ? "08" : "10";
  const size = av1Size(description.subarray(4));
  if (size === null) return null;
  const name = `av01.${profile}.${String(level).padStart(2, "0")}${tier}.${depth}`;
  return { kind: "video", codec: "av1", description, name, ...size };
}

function av1Size(units: Buffer): Size | null {
  if (((units[0] ?? 0) >> 3) % 16 !== 1) return null;
  const extension = ((units[0] ?? 0) & 4) === 0 ? 0 : 1;
  let at = 1 + extension;
  if (((units[0] ?? 0) & 2) !== 0) {
    // The unit's own length, seven bits per byte.
    while (((units[at] ?? 0) & 128) !== 0 && at < 10) at += 1;
    at += 1;
  }
  const bits = new BitReader(units.subarray(at));
  bits.skip(3);
  bits.skip(1);
  const isReduced = bits.bits(1) === 1;
  if (isReduced) bits.skip(5);
  else {
    // Streams with timing or decoder models are rare among senders and not supported.
    if (bits.bits(1) === 1) return null;
    const hasDelay = bits.bits(1);
    const points = bits.bits(5) + 1;
    for (let n = 0; n < points; n += 1) {
      bits.skip(12);
      if (bits.bits(5) > 7) bits.skip(1);
      if (hasDelay === 1 && bits.bits(1) === 1) bits.skip(4);
    }
  }
  const widthBits = bits.bits(4) + 1;
  const heightBits = bits.bits(4) + 1;
  return sizeOf(bits, bits.bits(widthBits) + 1, bits.bits(heightBits) + 1);
}

/** Parses the AudioSpecificConfig of an AAC track; null when it is invalid. */
export function aacConfig(description: Buffer): AudioConfig | null {
  if (description.length < 2 || description.length > 64) return null;
  const bits = new BitReader(description);
  const kind = bits.bits(5);
  const index = bits.bits(4);
  const sampleRate = index === 15 ? bits.bits(24) : RATES[index];
  const channels = bits.bits(4);
  if (kind === 0 || kind === 31 || sampleRate === undefined || sampleRate < 7350 || sampleRate > 96_000)
    return null;
  if (channels > 7) return null;
  return {
    kind: "audio",
    codec: "aac",
    description,
    name: `mp4a.40.${kind}`,
    sampleRate,
    channels: channels || 2,
  };
}

export function opusConfig(channels: number): AudioConfig {
  const description = Buffer.from([0, channels, 0x01, 0x38, 0, 0, 0xbb, 0x80, 0, 0, 0]);
  return { kind: "audio", codec: "opus", description, name: "opus", sampleRate: 48_000, channels };
}

/** Duration of one audio packet, in samples. */
export function packetSamples({ codec, sampleRate }: AudioConfig, data: Buffer): number {
  if (codec === "aac") return 1024;
  const toc = data[0] ?? 0;
  const config = toc >> 3;
  const ms =
    config < 12
      ? [10, 20, 40, 60][config & 3]
      : config < 16
        ? [10, 20][config & 1]
        : [2.5, 5, 10, 20][config & 3];
  const frames = [1, 2, 2, (data[1] ?? 1) & 63][toc & 3] ?? 1;
  return Math.round(((ms ?? 20) * frames * sampleRate) / 1000);
}
