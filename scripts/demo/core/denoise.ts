import type { SoftLight } from "./gather.ts";

const KERNEL = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16];

function luminance(rgb: Float32Array, at: number): number {
  return 0.3 * rgb[at]! + 0.6 * rgb[at + 1]! + 0.1 * rgb[at + 2]!;
}

/** Mean of the 3 x 3 neighbours: the variance of single pixels is too noisy for weighting. */
function calm(values: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      let sum = 0;
      let n = 0;
      for (let b = Math.max(0, j - 1); b <= Math.min(height - 1, j + 1); b++)
        for (let a = i - 1; a <= i + 1; a++) {
          sum += values[b * width + ((a + width) % width)]!;
          n++;
        }
      out[j * width + i] = sum / n;
    }
  return out;
}

/**
 * Edge-aware à-trous filter (five passes of a widening 5 x 5 kernel): neighbours count when they are in the same plane,
 * face the same way and differ by no more than the noise explains.
 */
export function denoise(soft: SoftLight, passes = 5): void {
  const { width, height, normals, positions, depth } = soft;
  const pixelAngle = Math.PI / height;
  let light: Float32Array = soft.light;
  let lean: Float32Array = soft.lean;
  let variance: Float32Array = calm(soft.variance, width, height);
  let nextLight: Float32Array = new Float32Array(light.length);
  let nextLean: Float32Array = new Float32Array(lean.length);
  let nextVariance: Float32Array = new Float32Array(variance.length);
  for (let pass = 0; pass < passes; pass++) {
    const step = 1 << pass;
    for (let j = 0; j < height; j++)
      for (let i = 0; i < width; i++) {
        const p = j * width + i;
        const p3 = p * 3;
        if (depth[p] === Infinity) continue;
        const px = positions[p3]!;
        const py = positions[p3 + 1]!;
        const pz = positions[p3 + 2]!;
        const nx = normals[p3]!;
        const ny = normals[p3 + 1]!;
        const nz = normals[p3 + 2]!;
        const here = luminance(light, p3);
        const noise = 1 / (3.2 * Math.sqrt(variance[p]!) + 0.035 * here + 1e-6);
        const plane = 1 / (depth[p]! * pixelAngle * (0.6 + 0.5 * step) + 0.002);
        let total = 0;
        let r = 0;
        let g = 0;
        let b = 0;
        let lx = 0;
        let ly = 0;
        let lz = 0;
        let vr = 0;
        for (let dj = -2; dj <= 2; dj++) {
          const y = j + dj * step;
          if (y < 0 || y >= height) continue;
          for (let di = -2; di <= 2; di++) {
            let x = i + di * step;
            if (x < 0) x += width;
            else if (x >= width) x -= width;
            const q = y * width + x;
            if (depth[q] === Infinity) continue;
            const q3 = q * 3;
            const facing = nx * normals[q3]! + ny * normals[q3 + 1]! + nz * normals[q3 + 2]!;
            if (facing < 0.7) continue;
            const off =
              Math.abs(
                nx * (positions[q3]! - px) + ny * (positions[q3 + 1]! - py) + nz * (positions[q3 + 2]! - pz),
              ) * plane;
            if (off > 4) continue;
            const apart = Math.abs(luminance(light, q3) - here) * noise;
            const f4 = facing * facing * facing * facing;
            const w = KERNEL[di + 2]! * KERNEL[dj + 2]! * Math.exp(-apart - off) * f4 * f4;
            total += w;
            r += light[q3]! * w;
            g += light[q3 + 1]! * w;
            b += light[q3 + 2]! * w;
            lx += lean[q3]! * w;
            ly += lean[q3 + 1]! * w;
            lz += lean[q3 + 2]! * w;
            vr += variance[q]! * w * w;
          }
        }
        nextLight[p3] = r / total;
        nextLight[p3 + 1] = g / total;
        nextLight[p3 + 2] = b / total;
        nextLean[p3] = lx / total;
        nextLean[p3 + 1] = ly / total;
        nextLean[p3 + 2] = lz / total;
        nextVariance[p] = vr / (total * total);
      }
    [light, nextLight] = [nextLight, light];
    [lean, nextLean] = [nextLean, lean];
    [variance, nextVariance] = [nextVariance, variance];
  }
  soft.light = light;
  soft.lean = lean;
  soft.variance = variance;
}
