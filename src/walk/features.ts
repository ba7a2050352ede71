import { type Corner, cornersOf, preciseCorner, spreadCorners } from "./corners.ts";
import { type Level, pyramidOf } from "./pyramid.ts";
import type { Features, GreyPicture } from "./types.ts";

const LEVELS = 5;
const WORDS = 8;
/** Standard deviation of the points of a descriptor around its corner, and the largest distance, pixels. */
const SPREAD = 5.5;
const REACH = 13;

/** Pairs of points that a descriptor compares: x, y, x, y of each of its 256 bits. The same on every machine. */
const PATTERN = patternOf(256);

function patternOf(bits: number): Float32Array {
  let state = 20261126;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  const point = () => {
    for (;;) {
      const radius = SPREAD * Math.sqrt(-2 * Math.log(1 - uniform()));
      const angle = 2 * Math.PI * uniform();
      if (radius <= REACH) return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
    }
  };
  const out = new Float32Array(bits * 4);
  for (let bit = 0; bit < bits; bit++) out.set([...point(), ...point()], bit * 4);
  return out;
}

/**
 * Corners and descriptors (ORB) on the sphere. Pictures of a walk are level, so descriptors are upright; their width
 * follows the stretch of an equirectangular picture away from the horizon.
 */
export function findFeatures(picture: GreyPicture, most: number): Features {
  const levels = pyramidOf(picture, LEVELS);
  const corners = spreadCorners(
    levels.flatMap((level, index) => cornersOf(level, index)),
    levels,
    most,
  ).map((corner) => {
    const { width, height } = levels[corner.level]!;
    const { x, y } = preciseCorner(levels[corner.level]!, corner);
    return {
      corner,
      yaw: ((x + 0.5) / width - 0.5) * 2 * Math.PI,
      pitch: (0.5 - (y + 0.5) / height) * Math.PI,
    };
  });
  corners.sort((a, b) => b.pitch - a.pitch);
  const count = corners.length;
  const anglesRadians = new Float32Array(count * 2);
  const words = new Int32Array(count * WORDS);
  const found = new Uint8Array(count);
  for (const [i, { corner, yaw, pitch }] of corners.entries()) {
    anglesRadians.set([yaw, pitch], i * 2);
    found[i] = corner.level;
    describe(levels[corner.level]!, corner, pitch, words, i * WORDS);
  }
  return { count, anglesRadians, words, levels: found };
}

function describe(level: Level, corner: Corner, pitch: number, words: Int32Array, to: number): void {
  const { width, height, smooth } = level;
  const stretch = 1 / Math.max(0.3, Math.cos(pitch));
  const read = (x: number, y: number) => {
    const column = (corner.x + Math.round(x * stretch) + width) % width;
    const row = Math.min(height - 1, Math.max(0, corner.y + Math.round(y)));
    return smooth[row * width + column]!;
  };
  for (let word = 0; word < WORDS; word++) {
    let value = 0;
    for (let bit = 0; bit < 32; bit++) {
      const p = (word * 32 + bit) * 4;
      if (read(PATTERN[p]!, PATTERN[p + 1]!) < read(PATTERN[p + 2]!, PATTERN[p + 3]!)) value |= 1 << bit;
    }
    words[to + word] = value;
  }
}

/** The first features of each cell alone: a smaller set for comparing many pictures. Keeps their order by pitch. */
export function thinned(features: Features, most: number): Features {
  const step = features.count / Math.min(most, features.count);
  const count = Math.min(most, features.count);
  const anglesRadians = new Float32Array(count * 2);
  const words = new Int32Array(count * WORDS);
  const levels = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const from = Math.floor(i * step);
    anglesRadians.set(features.anglesRadians.subarray(from * 2, from * 2 + 2), i * 2);
    words.set(features.words.subarray(from * WORDS, (from + 1) * WORDS), i * WORDS);
    levels[i] = features.levels[from]!;
  }
  const { outline } = features;
  return { count, anglesRadians, words, levels, ...(outline !== undefined && { outline }) };
}
