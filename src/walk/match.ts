import type { Features } from "./types.ts";

/** Bits in which descriptors differ, for pairs that may match: the rest is `FAR`. */
export interface Distances {
  readonly rows: number;
  readonly columns: number;
  readonly bits: Uint8Array;
}

/** Pairs of indices: `a` in the first picture, `b` in the second. */
export interface Matches {
  readonly count: number;
  readonly a: Int32Array;
  readonly b: Int32Array;
}

export const FAR = 255;
/** A true match seldom differs in more bits. */
const MOST = 78;
const MOST_OF_HALF = 46;
/** Largest change of pitch between two pictures, radians: a level camera within a few steps. */
const PITCH_RANGE = 0.52;

/** Compares all corners whose pitch is similar; both lists are ordered by pitch, highest first. */
export function distancesOf(first: Features, second: Features): Distances {
  const [rows, columns] = [first.count, second.count];
  const bits = new Uint8Array(rows * columns).fill(FAR);
  let start = 0;
  for (let i = 0; i < rows; i++) {
    const pitch = first.anglesRadians[i * 2 + 1]!;
    while (start < columns && second.anglesRadians[start * 2 + 1]! > pitch + PITCH_RANGE) start++;
    const p = i * 8;
    const [a, b, c, d] = [first.words[p]!, first.words[p + 1]!, first.words[p + 2]!, first.words[p + 3]!];
    const [e, f, g, h] = [first.words[p + 4]!, first.words[p + 5]!, first.words[p + 6]!, first.words[p + 7]!];
    for (let j = start; j < columns && second.anglesRadians[j * 2 + 1]! >= pitch - PITCH_RANGE; j++) {
      const q = j * 8;
      const half =
        ones(a ^ second.words[q]!) +
        ones(b ^ second.words[q + 1]!) +
        ones(c ^ second.words[q + 2]!) +
        ones(d ^ second.words[q + 3]!);
      if (half > MOST_OF_HALF) continue;
      const all =
        half +
        ones(e ^ second.words[q + 4]!) +
        ones(f ^ second.words[q + 5]!) +
        ones(g ^ second.words[q + 6]!) +
        ones(h ^ second.words[q + 7]!);
      if (all <= MOST) bits[i * columns + j] = all;
    }
  }
  return { rows, columns, bits };
}

function ones(word: number): number {
  let value = word - ((word >>> 1) & 0x55555555);
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333);
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Pairs that are each other's best and clearly better than the second. */
export function mutualMatches({ rows, columns, bits }: Distances, ratio: number): Matches {
  const bestOfColumn = new Int32Array(columns).fill(-1);
  const lowest = new Uint8Array(columns).fill(FAR);
  const bestOfRow = new Int32Array(rows).fill(-1);
  for (let i = 0; i < rows; i++) {
    let [best, second, at] = [FAR, FAR, -1];
    for (let j = 0; j < columns; j++) {
      const d = bits[i * columns + j]!;
      if (d === FAR) continue;
      if (d < best) {
        second = best;
        best = d;
        at = j;
      } else if (d < second) second = d;
      if (d < lowest[j]!) {
        lowest[j] = d;
        bestOfColumn[j] = i;
      }
    }
    if (at >= 0 && best <= second * ratio) bestOfRow[i] = at;
  }
  const a: number[] = [];
  const b: number[] = [];
  for (let i = 0; i < rows; i++) {
    const j = bestOfRow[i]!;
    if (j < 0 || bestOfColumn[j] !== i) continue;
    a.push(i);
    b.push(j);
  }
  return { count: a.length, a: Int32Array.from(a), b: Int32Array.from(b) };
}

/** Pairs that agree with a geometry: `fits` says whether corner `i` of the first may be `j` of the second. */
export function guidedMatches(
  { rows, columns, bits }: Distances,
  ratio: number,
  fits: (i: number, j: number) => boolean,
): Matches {
  const takenBy = new Int32Array(columns).fill(-1);
  const lowest = new Uint8Array(columns).fill(FAR);
  for (let i = 0; i < rows; i++) {
    let [best, second, at] = [FAR, FAR, -1];
    for (let j = 0; j < columns; j++) {
      const d = bits[i * columns + j]!;
      if (d >= second || !fits(i, j)) continue;
      if (d < best) {
        second = best;
        best = d;
        at = j;
      } else second = d;
    }
    if (at < 0 || best > second * ratio || best >= lowest[at]!) continue;
    lowest[at] = best;
    takenBy[at] = i;
  }
  const a: number[] = [];
  const b: number[] = [];
  for (let j = 0; j < columns; j++)
    if (takenBy[j]! >= 0) {
      a.push(takenBy[j]!);
      b.push(j);
    }
  return { count: a.length, a: Int32Array.from(a), b: Int32Array.from(b) };
}
