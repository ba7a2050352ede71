import type { Pixels } from "./pixels.ts";

const RADIUS = 5;
const SIGMA = 1.5;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/**
 * Structural similarity of the luma of two pictures of the same size, 1 for identical ones; the usual 11x11
 * Gaussian window of Wang et al. 2004.
 */
export function ssim(a: Pixels, b: Pixels): number {
  if (a.width !== b.width || a.height !== b.height) throw new Error("pictures of different size");
  const { width, height } = a;
  const [x, y] = [luma(a), luma(b)];
  const blurred = (values: Float32Array) => blur(values, width, height);
  const [mx, my] = [blurred(x), blurred(y)];
  const xx = blurred(x.map((value) => value * value));
  const yy = blurred(y.map((value) => value * value));
  const xy = blurred(x.map((value, i) => value * (y[i] ?? 0)));
  let total = 0;
  let count = 0;
  for (let row = RADIUS; row < height - RADIUS; row++) {
    for (let col = RADIUS; col < width - RADIUS; col++) {
      const i = row * width + col;
      const [p, q] = [mx[i] ?? 0, my[i] ?? 0];
      const [vp, vq, cov] = [(xx[i] ?? 0) - p * p, (yy[i] ?? 0) - q * q, (xy[i] ?? 0) - p * q];
      total += ((2 * p * q + C1) * (2 * cov + C2)) / ((p * p + q * q + C1) * (vp + vq + C2));
      count++;
    }
  }
  return total / count;
}

function luma({ data, width, height }: Pixels): Float32Array {
  const values = new Float32Array(width * height);
  for (let i = 0; i < values.length; i++) {
    values[i] = 0.299 * (data[3 * i] ?? 0) + 0.587 * (data[3 * i + 1] ?? 0) + 0.114 * (data[3 * i + 2] ?? 0);
  }
  return values;
}

const KERNEL = (() => {
  const kernel = Array.from({ length: 2 * RADIUS + 1 }, (_, i) =>
    Math.exp(-((i - RADIUS) ** 2) / (2 * SIGMA ** 2)),
  );
  const sum = kernel.reduce((total, weight) => total + weight, 0);
  return kernel.map((weight) => weight / sum);
})();

function blur(values: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(values.length);
  const result = new Float32Array(values.length);
  for (let row = 0; row < height; row++) {
    for (let col = RADIUS; col < width - RADIUS; col++) {
      let sum = 0;
      for (let k = 0; k <= 2 * RADIUS; k++)
        sum += (KERNEL[k] ?? 0) * (values[row * width + col + k - RADIUS] ?? 0);
      across[row * width + col] = sum;
    }
  }
  for (let row = RADIUS; row < height - RADIUS; row++) {
    for (let col = 0; col < width; col++) {
      let sum = 0;
      for (let k = 0; k <= 2 * RADIUS; k++)
        sum += (KERNEL[k] ?? 0) * (across[(row + k - RADIUS) * width + col] ?? 0);
      result[row * width + col] = sum;
    }
  }
  return result;
}
