import type { Radiance } from "../core/picture.ts";

export interface Look {
  /** Stops added to the automatic exposure. */
  exposure: number;
  /** 0 leaves the tonal range unchanged, 1 levels it: for areas darker or brighter than the middle. */
  lift: number;
  tame: number;
  /** Share of the automatic white balance. */
  balance: number;
  /** Colour gain after it: the mood of the hour. */
  tint: readonly [number, number, number];
}

interface Plane {
  width: number;
  height: number;
  values: Float32Array;
}

const STEP = 8;

function luminance(rgb: Float32Array, at: number): number {
  return 0.25 * rgb[at]! + 0.65 * rgb[at + 1]! + 0.1 * rgb[at + 2]!;
}

function blur(plane: Plane, radius: number): Plane {
  const { width, height, values } = plane;
  const rows = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  const norm = 1 / (2 * radius + 1);
  for (let j = 0; j < height; j++) {
    let sum = 0;
    for (let k = -radius; k <= radius; k++) sum += values[j * width + ((k + width) % width)]!;
    for (let i = 0; i < width; i++) {
      rows[j * width + i] = sum * norm;
      sum +=
        values[j * width + ((i + radius + 1) % width)]! - values[j * width + ((i - radius + width) % width)]!;
    }
  }
  const row = (j: number) => Math.min(height - 1, Math.max(0, j));
  for (let i = 0; i < width; i++) {
    let sum = 0;
    for (let k = -radius; k <= radius; k++) sum += rows[row(k) * width + i]!;
    for (let j = 0; j < height; j++) {
      out[j * width + i] = sum * norm;
      sum += rows[row(j + radius + 1) * width + i]! - rows[row(j - radius) * width + i]!;
    }
  }
  return { width, height, values: out };
}

function combine(a: Plane, b: Plane, f: (x: number, y: number) => number): Plane {
  return { ...a, values: a.values.map((v, i) => f(v, b.values[i]!)) };
}

function shrink(picture: Radiance, f: (at: number) => number): Plane {
  const width = Math.floor(picture.width / STEP);
  const height = Math.floor(picture.height / STEP);
  const values = new Float32Array(width * height);
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      let sum = 0;
      for (let b = 0; b < STEP; b += 2)
        for (let a = 0; a < STEP; a += 2) sum += f(((j * STEP + b) * picture.width + i * STEP + a) * 3);
      values[j * width + i] = sum / (STEP * STEP * 0.25);
    }
  return { width, height, values };
}

function read(plane: Plane, x: number, y: number): number {
  const fx = Math.max(0, x - 0.5);
  const fy = Math.min(plane.height - 1.001, Math.max(0, y - 0.5));
  const i = Math.floor(fx) % plane.width;
  const i1 = (i + 1) % plane.width;
  const j = Math.floor(fy);
  const u = fx - Math.floor(fx);
  const v = fy - j;
  const top = plane.values[j * plane.width + i]! * (1 - u) + plane.values[j * plane.width + i1]! * u;
  const low =
    plane.values[(j + 1) * plane.width + i]! * (1 - u) + plane.values[(j + 1) * plane.width + i1]! * u;
  return top * (1 - v) + low * v;
}

/** Filmic curve: soft shoulder for windows, a little toe for depth. */
function film(x: number): number {
  const y = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
  return y <= 0 ? 0 : y >= 1 ? 1 : y;
}

function encode(x: number): number {
  return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
}

/** Grey-world gains, weighted by solid angle, pulled towards 1 by `share`. */
function whiteBalance(picture: Radiance, share: number): [number, number, number] {
  const sums = [0, 0, 0];
  for (let j = 0; j < picture.height; j += 6) {
    const w = Math.sin((Math.PI * (j + 0.5)) / picture.height);
    for (let i = 0; i < picture.width; i += 6) {
      const at = (j * picture.width + i) * 3;
      const y = luminance(picture.rgb, at) + 1e-4;
      for (let k = 0; k < 3; k++) sums[k]! += (picture.rgb[at + k]! / (y + 0.2)) * w;
    }
  }
  const gain = (k: number) => (sums[1]! / sums[k]!) ** share;
  return [gain(0), 1, gain(2)];
}

/** Turns radiance into 8-bit sRGB as a good 360 camera would: both windows and corners keep their detail. */
export function develop(picture: Radiance, look: Look): Uint8Array {
  const { width, height, rgb } = picture;
  const logs = shrink(picture, (at) => Math.log2(luminance(rgb, at) + 0.004));
  const radius = Math.max(2, Math.round(logs.width / 22));
  const mean = blur(logs, radius);
  const squares = blur(
    combine(logs, logs, (x, y) => x * y),
    radius,
  );
  const spread = combine(squares, mean, (s, m) => Math.max(0, s - m * m));
  const slope = blur({ ...spread, values: spread.values.map((v) => v / (v + 0.7)) }, radius);
  const offset = blur(
    combine(mean, { ...spread, values: spread.values.map((v) => v / (v + 0.7)) }, (m, a) => m * (1 - a)),
    radius,
  );

  let middle = 0;
  let weights = 0;
  for (let j = 0; j < logs.height; j++) {
    const w = Math.sin((Math.PI * (j + 0.5)) / logs.height);
    for (let i = 0; i < logs.width; i++) {
      middle += Math.min(1, logs.values[j * logs.width + i]!) * w;
      weights += w;
    }
  }
  middle /= weights;
  const bright = blur(
    blur(
      shrink(picture, (at) => Math.min(12, Math.max(0, luminance(rgb, at) * 2 ** -middle * 0.2 - 0.9))),
      Math.max(1, radius >> 2),
    ),
    Math.max(1, radius >> 1),
  );

  const gains = whiteBalance(picture, look.balance).map((g, k) => g * look.tint[k]!);
  const key = 0.185 * 2 ** look.exposure;
  const out = new Uint8Array(width * height * 3);
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const at = (j * width + i) * 3;
      const y = luminance(rgb, at) + 1e-5;
      const x = (i + 0.5) / STEP;
      const z = (j + 0.5) / STEP;
      const base = read(slope, x, z) * Math.log2(y + 0.004) + read(offset, x, z);
      const gain = key * 2 ** (-middle - (base > middle ? look.tame : look.lift) * (base - middle));
      const veil = read(bright, x, z) * 0.012;
      for (let k = 0; k < 3; k++) {
        const grey = y * gain;
        const rich = Math.max(0, grey + (rgb[at + k]! * gains[k]! * gain - grey) * 1.1);
        const value = film(rich + veil);
        out[at + k] = Math.round(255 * encode(value));
      }
    }
  return out;
}
