import { RADIANS } from "./angles.ts";
import { halved } from "./pyramid.ts";
import type { GreyPicture } from "./types.ts";

/** Cells of an outline: columns of 5 degrees of yaw, rows of 7 degrees of pitch, orientations of 30 degrees. */
export const COLUMNS = 72;
export const ROWS = 12;
export const ORIENTATIONS = 6;
/** Length of a column's part of an outline. */
export const COLUMN_LENGTH = ROWS * ORIENTATIONS;
/** Pitch between which edges are read: the carrier is below, the stretched zenith above. */
const HIGHEST = 52;
const LOWEST = -32;
/** Width in pixels at which edges are read: joints of blocks and stains are finer, openings and slabs are not. */
const WIDTH = 256;
/** Added to the energy around a cell, so that noise on an empty wall does not become an edge. */
const QUIET = 3;

/**
 * Edges of a level picture, which outlast textures, paint and light: histograms of unsigned gradient directions in cells
 * of the sphere, each divided by the energy around it (HOG: Dalal and Triggs 2005), less the mean over all columns. A dark
 * opening in a bright wall and a bright one in a dark wall give the same outline. `COLUMNS * ROWS * ORIENTATIONS` values
 * of -127 to 127, column by column.
 */
export function outlineOf(picture: GreyPicture): Int8Array {
  const sums = gradientSums(shrunk(picture));
  const energy = new Float32Array(COLUMNS * ROWS);
  for (let cell = 0; cell < energy.length; cell++)
    for (let k = 0; k < ORIENTATIONS; k++) energy[cell]! += sums[cell * ORIENTATIONS + k]! ** 2;
  const values = new Float32Array(sums.length);
  for (let column = 0; column < COLUMNS; column++)
    for (let row = 0; row < ROWS; row++) {
      const cell = (column * ROWS + row) * ORIENTATIONS;
      const divisor = Math.sqrt(meanAround(energy, column, row)) + QUIET;
      for (let k = 0; k < ORIENTATIONS; k++) values[cell + k] = Math.min(1, sums[cell + k]! / divisor);
    }
  return withoutMeans(values);
}

function shrunk({ width, height, grey }: GreyPicture) {
  let picture: { width: number; height: number; grey: Uint8Array } = { width, height, grey };
  while (picture.width > WIDTH * 1.5) picture = halved(picture);
  return picture;
}

/** Square roots of gradients, spread over the two nearest columns, rows and orientations. */
function gradientSums({ width, height, grey }: ReturnType<typeof shrunk>): Float32Array {
  const sums = new Float32Array(COLUMNS * COLUMN_LENGTH);
  for (let y = 1; y < height - 1; y++) {
    const pitch = 90 - ((y + 0.5) / height) * 180;
    if (pitch > HIGHEST || pitch < LOWEST) continue;
    const row = ((HIGHEST - pitch) / (HIGHEST - LOWEST)) * ROWS - 0.5;
    const stretch = Math.cos(pitch * RADIANS);
    for (let x = 0; x < width; x++) {
      const at = y * width;
      const dx = (grey[at + ((x + 1) % width)]! - grey[at + ((x + width - 1) % width)]!) / stretch;
      const dy = grey[at + width + x]! - grey[at - width + x]!;
      const size = Math.sqrt(Math.hypot(dx, dy));
      if (size < 1) continue;
      const orientation = (Math.atan2(dy, dx) / Math.PI + 1) * ORIENTATIONS;
      spread(sums, ((x + 0.5) / width) * COLUMNS - 0.5, row, orientation, size * stretch);
    }
  }
  return sums;
}

function spread(sums: Float32Array, column: number, row: number, orientation: number, size: number): void {
  const [c, r, k] = [Math.floor(column), Math.floor(row), Math.floor(orientation)];
  for (let corner = 0; corner < 8; corner++) {
    const [dc, dr, dk] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    if (r + dr < 0 || r + dr >= ROWS) continue;
    const share =
      (1 - Math.abs(column - c - dc)) * (1 - Math.abs(row - r - dr)) * (1 - Math.abs(orientation - k - dk));
    const cell = ((c + dc + COLUMNS) % COLUMNS) * ROWS + r + dr;
    sums[cell * ORIENTATIONS + ((k + dk) % ORIENTATIONS)]! += size * share;
  }
}

function meanAround(energy: Float32Array, column: number, row: number): number {
  let [sum, count] = [0, 0];
  for (let dc = -1; dc <= 1; dc++)
    for (let r = Math.max(0, row - 1); r <= Math.min(ROWS - 1, row + 1); r++) {
      sum += energy[((column + dc + COLUMNS) % COLUMNS) * ROWS + r]!;
      count++;
    }
  return sum / count;
}

/** Subtracts edges that all columns share, such as those of slabs: they are the same in every direction. */
function withoutMeans(values: Float32Array): Int8Array {
  const means = new Float32Array(COLUMN_LENGTH);
  for (const [i, value] of values.entries()) means[i % COLUMN_LENGTH]! += value / COLUMNS;
  return Int8Array.from(values, (value, i) => Math.round(127 * (value - means[i % COLUMN_LENGTH]!)));
}
