import type { Level } from "./pyramid.ts";

export interface Corner {
  readonly x: number;
  readonly y: number;
  readonly level: number;
  readonly score: number;
}

/** Pitch beyond which nothing is read: the carrier below, the stretched zenith above. */
const LOWEST = -55;
const HIGHEST = 62;
const THRESHOLD = 7;
/** Offsets of the circle of radius 3 around a pixel, clockwise. */
const CIRCLE: readonly (readonly [number, number])[] = [
  [0, -3],
  [1, -3],
  [2, -2],
  [3, -1],
  [3, 0],
  [3, 1],
  [2, 2],
  [1, 3],
  [0, 3],
  [-1, 3],
  [-2, 2],
  [-3, 1],
  [-3, 0],
  [-3, -1],
  [-2, -2],
  [-1, -3],
];
const MARGIN = 4;

/** Corners by the segment test with nine pixels (FAST), ranked by the smaller eigenvalue of their gradients. */
export function cornersOf(level: Level, index: number): Corner[] {
  const { width, height } = level;
  const first = Math.max(MARGIN, Math.ceil(((90 - HIGHEST) / 180) * height));
  const last = Math.min(height - 1 - MARGIN, Math.floor(((90 - LOWEST) / 180) * height));
  const scores = new Float32Array(width * height);
  const found: number[] = [];
  const circle = CIRCLE.map(([x, y]) => y * width + x);
  const at = Int32Array.from(circle);
  // Columns at the seam are omitted: the camera's yaw varies, so that nothing stays there.
  for (let y = first; y <= last; y++)
    for (let x = MARGIN; x < width - MARGIN; x++) {
      const p = y * width + x;
      if (!isCorner(level.grey, p, at)) continue;
      scores[p] = strength(level.grey, p, width);
      found.push(p);
    }
  const corners: Corner[] = [];
  for (const p of found) {
    const score = scores[p]!;
    if (score < 12 || !isHighest(scores, p, width, score)) continue;
    corners.push({ x: p % width, y: Math.floor(p / width), level: index, score });
  }
  return corners;
}

function isCorner(grey: Uint8Array, p: number, circle: Int32Array): boolean {
  const high = grey[p]! + THRESHOLD;
  const low = grey[p]! - THRESHOLD;
  const [n, e, s, w] = [
    grey[p + circle[0]!]!,
    grey[p + circle[4]!]!,
    grey[p + circle[8]!]!,
    grey[p + circle[12]!]!,
  ];
  const brighter = (n > high ? 1 : 0) + (e > high ? 1 : 0) + (s > high ? 1 : 0) + (w > high ? 1 : 0);
  const darker = (n < low ? 1 : 0) + (e < low ? 1 : 0) + (s < low ? 1 : 0) + (w < low ? 1 : 0);
  if (brighter < 2 && darker < 2) return false;
  let [up, down] = [0, 0];
  for (let k = 0; k < 24; k++) {
    const value = grey[p + circle[k & 15]!]!;
    up = value > high ? up + 1 : 0;
    down = value < low ? down + 1 : 0;
    if (up === 9 || down === 9) return true;
  }
  return false;
}

/** Position of a corner between pixels: the peak of a parabola through the strengths beside it. */
export function preciseCorner({ grey, width }: Level, { x, y }: Corner): { x: number; y: number } {
  const p = y * width + x;
  const here = strength(grey, p, width);
  const peak = (before: number, after: number) => {
    const bend = before - 2 * here + after;
    return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  };
  return {
    x: x + peak(strength(grey, p - 1, width), strength(grey, p + 1, width)),
    y: y + peak(strength(grey, p - width, width), strength(grey, p + width, width)),
  };
}

function strength(grey: Uint8Array, p: number, width: number): number {
  let [xx, yy, xy] = [0, 0, 0];
  for (let b = -2; b <= 2; b++)
    for (let a = -2; a <= 2; a++) {
      const q = p + b * width + a;
      const gx = grey[q + 1]! - grey[q - 1]!;
      const gy = grey[q + width]! - grey[q - width]!;
      xx += gx * gx;
      yy += gy * gy;
      xy += gx * gy;
    }
  const half = (xx + yy) / 2;
  return Math.sqrt(Math.max(0, half - Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)));
}

function isHighest(scores: Float32Array, p: number, width: number, score: number): boolean {
  for (let b = -1; b <= 1; b++)
    for (let a = -1; a <= 1; a++) {
      if (a === 0 && b === 0) continue;
      const other = scores[p + b * width + a]!;
      if (other > score || (other === score && (b < 0 || (b === 0 && a < 0)))) return false;
    }
  return true;
}

const CELL = 11.25;

/** The best corners, spread over cells of 11.25 degrees so that one rich wall does not take all. */
export function spreadCorners(corners: readonly Corner[], levels: readonly Level[], most: number): Corner[] {
  const cells = new Map<number, Corner[]>();
  for (const corner of corners) {
    const { width, height } = levels[corner.level]!;
    const column = Math.floor((corner.x / width) * (360 / CELL));
    const row = Math.floor((corner.y / height) * (180 / CELL));
    const cell = row * 1000 + column;
    const list = cells.get(cell);
    if (list === undefined) cells.set(cell, [corner]);
    else list.push(corner);
  }
  const ranked: { rank: number; corner: Corner }[] = [];
  for (const list of cells.values()) {
    list.sort((a, b) => b.score - a.score || a.level - b.level || a.y - b.y || a.x - b.x);
    for (const [rank, corner] of list.entries()) ranked.push({ rank, corner });
  }
  ranked.sort(
    (a, b) =>
      a.rank - b.rank ||
      b.corner.score - a.corner.score ||
      a.corner.level - b.corner.level ||
      a.corner.y - b.corner.y ||
      a.corner.x - b.corner.x,
  );
  return ranked.slice(0, most).map(({ corner }) => corner);
}
