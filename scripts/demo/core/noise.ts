import { createRandom, hash3 } from "./random.ts";

/**
 * Tileable noise textures, computed once. Materials read them at several scales: one bilinear look-up is
 * far cheaper than summing octaves for each of thirty million samples.
 */
const SIZE = 512;
const MASK = SIZE - 1;

function lattice(x: number, y: number, period: number, seed: number): number {
  return hash3(((x % period) + period) % period, ((y % period) + period) % period, seed);
}

function smooth(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

function valueNoise(x: number, y: number, period: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const u = smooth(x - ix);
  const v = smooth(y - iy);
  const a = lattice(ix, iy, period, seed) * (1 - u) + lattice(ix + 1, iy, period, seed) * u;
  const b = lattice(ix, iy + 1, period, seed) * (1 - u) + lattice(ix + 1, iy + 1, period, seed) * u;
  return a * (1 - v) + b * v;
}

function fractal(seed: number, firstPeriod: number, octaves: number, gain: number): Float32Array {
  const out = new Float32Array(SIZE * SIZE);
  let amplitude = 1;
  let period = firstPeriod;
  for (let octave = 0; octave < octaves; octave++) {
    const step = period / SIZE;
    for (let y = 0; y < SIZE; y++)
      for (let x = 0; x < SIZE; x++)
        out[y * SIZE + x]! += amplitude * valueNoise(x * step, y * step, period, seed + octave);
    amplitude *= gain;
    period *= 2;
  }
  return normalise(out);
}

/** Stretches a texture to mean 0.5 and a spread that fills 0..1 without hard clipping. */
function normalise(values: Float32Array): Float32Array {
  let sum = 0;
  let squares = 0;
  for (const v of values) {
    sum += v;
    squares += v * v;
  }
  const mean = sum / values.length;
  const deviation = Math.sqrt(squares / values.length - mean * mean) || 1;
  for (let i = 0; i < values.length; i++)
    values[i] = Math.min(1, Math.max(0, 0.5 + ((values[i]! - mean) / deviation) * 0.2));
  return values;
}

function ridged(source: Float32Array): Float32Array {
  return source.map((v) => 1 - Math.min(1, Math.abs(v - 0.5) * 14));
}

/** Round pits of random size: air holes in concrete, pores in blocks. */
function pits(seed: number, count: number, maxRadius: number): Float32Array {
  const random = createRandom(seed);
  const out = new Float32Array(SIZE * SIZE);
  for (let i = 0; i < count; i++) {
    const cx = random() * SIZE;
    const cy = random() * SIZE;
    const radius = 0.6 + random() ** 7 * maxRadius;
    const reach = Math.ceil(radius + 1);
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const x = Math.floor(cx) + dx;
        const y = Math.floor(cy) + dy;
        const depth = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x + 0.5 - cx, y + 0.5 - cy)));
        const at = (y & MASK) * SIZE + (x & MASK);
        out[at] = Math.max(out[at]!, depth);
      }
  }
  return out;
}

export const CLOUDY = fractal(11, 4, 8, 0.55);
export const ROUGH = fractal(47, 16, 6, 0.8);
export const FINE = fractal(83, 128, 3, 0.9);
export const CRACKS = ridged(fractal(131, 4, 6, 0.5));
export const PITS = pits(7, 1300, 4);

/** Value of a texture at (u, v), where one unit is one whole tile; bilinear. */
export function sample(texture: Float32Array, u: number, v: number): number {
  const x = u * SIZE;
  const y = v * SIZE;
  const fx0 = Math.floor(x);
  const fy0 = Math.floor(y);
  const fx = x - fx0;
  const fy = y - fy0;
  const x0 = fx0 & MASK;
  const y0 = (fy0 & MASK) * SIZE;
  const x1 = (x0 + 1) & MASK;
  const y1 = (y0 + SIZE) & (SIZE * SIZE - 1);
  const a = texture[y0 + x0]! * (1 - fx) + texture[y0 + x1]! * fx;
  const b = texture[y1 + x0]! * (1 - fx) + texture[y1 + x1]! * fx;
  return a * (1 - fy) + b * fy;
}

/** Clamped linear ramp from 0 at `from` to 1 at `to`. */
export function ramp(from: number, to: number, value: number): number {
  const t = (value - from) / (to - from);
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
}
