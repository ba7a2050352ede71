import type { GreyPicture } from "./types.ts";

export interface Level {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
  /** The same picture, smoothed, from which descriptors are read. */
  readonly smooth: Uint8Array;
}

const SHRINK = 2 ** (-1 / 3);

/** The picture in ever smaller sizes, a third of an octave apart. */
export function pyramidOf({ width, height, grey }: GreyPicture, levels: number): Level[] {
  const found: Level[] = [];
  let [w, h, pixels] = [width, height, grey];
  for (let level = 0; level < levels; level++) {
    if (level > 0) {
      const nextWidth = Math.round((width * SHRINK ** level) / 2) * 2;
      pixels = resize(pixels, w, h, nextWidth, nextWidth / 2);
      [w, h] = [nextWidth, nextWidth / 2];
    }
    found.push({ width: w, height: h, grey: pixels, smooth: smoothed(pixels, w, h) });
  }
  return found;
}

/** Bilinear; only for factors between a half and one. */
export function resize(grey: Uint8Array, width: number, height: number, toWidth: number, toHeight: number) {
  const out = new Uint8Array(toWidth * toHeight);
  const [sx, sy] = [width / toWidth, height / toHeight];
  const left = new Int32Array(toWidth);
  const right = new Int32Array(toWidth);
  const share = new Int32Array(toWidth);
  for (let i = 0; i < toWidth; i++) {
    const x = (i + 0.5) * sx - 0.5;
    const floor = Math.floor(x);
    left[i] = (floor + width) % width;
    right[i] = (floor + 1) % width;
    share[i] = Math.round((x - floor) * 64);
  }
  for (let j = 0; j < toHeight; j++) {
    const y = Math.min(height - 1, Math.max(0, (j + 0.5) * sy - 0.5));
    const top = Math.floor(y) * width;
    const bottom = Math.min(height - 1, Math.floor(y) + 1) * width;
    const v = Math.round((y - Math.floor(y)) * 64);
    for (let i = 0; i < toWidth; i++) {
      const [a, b, u] = [left[i]!, right[i]!, share[i]!];
      const upper = grey[top + a]! * (64 - u) + grey[top + b]! * u;
      const lower = grey[bottom + a]! * (64 - u) + grey[bottom + b]! * u;
      out[j * toWidth + i] = (upper * (64 - v) + lower * v + 2048) >> 12;
    }
  }
  return out;
}

/** Half the size: each pixel the mean of four. */
export function halved({ width, height, grey }: { width: number; height: number; grey: Uint8Array }) {
  const [toWidth, toHeight] = [width >> 1, height >> 1];
  const out = new Uint8Array(toWidth * toHeight);
  for (let j = 0; j < toHeight; j++)
    for (let i = 0; i < toWidth; i++) {
      const at = 2 * j * width + 2 * i;
      out[j * toWidth + i] = (grey[at]! + grey[at + 1]! + grey[at + width]! + grey[at + width + 1]! + 2) >> 2;
    }
  return { width: toWidth, height: toHeight, grey: out };
}

/** Weighted by 1 4 6 4 1 in both directions; columns wrap around. */
function smoothed(grey: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint16Array(width * height);
  const out = new Uint8Array(width * height);
  for (let j = 0; j < height; j++) {
    const row = j * width;
    for (let i = 0; i < width; i++) {
      const inside = i >= 2 && i < width - 2;
      const a = row + (inside ? i - 2 : (i - 2 + width) % width);
      const b = row + (inside ? i - 1 : (i - 1 + width) % width);
      const d = row + (inside ? i + 1 : (i + 1) % width);
      const e = row + (inside ? i + 2 : (i + 2) % width);
      rows[row + i] = grey[a]! + grey[e]! + 4 * (grey[b]! + grey[d]!) + 6 * grey[row + i]!;
    }
  }
  for (let j = 0; j < height; j++) {
    const a = Math.max(0, j - 2) * width;
    const b = Math.max(0, j - 1) * width;
    const c = j * width;
    const d = Math.min(height - 1, j + 1) * width;
    const e = Math.min(height - 1, j + 2) * width;
    for (let i = 0; i < width; i++)
      out[c + i] =
        (rows[a + i]! + rows[e + i]! + 4 * (rows[b + i]! + rows[d + i]!) + 6 * rows[c + i]! + 128) >> 8;
  }
  return out;
}

/** Variance of the Laplacian in the middle half of the height: larger is sharper. */
export function sharpnessOf({ width, height, grey }: GreyPicture): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let j = height >> 2; j < (height * 3) >> 2; j += 2)
    for (let i = 1 + (j & 2) / 2; i < width - 1; i += 2) {
      const at = j * width + i;
      const value = 4 * grey[at]! - grey[at - 1]! - grey[at + 1]! - grey[at - width]! - grey[at + width]!;
      sum += value;
      squares += value * value;
      count++;
    }
  const mean = sum / Math.max(1, count);
  return squares / Math.max(1, count) - mean * mean;
}
