import type { Surface } from "../materials/surface.ts";
import type { Gathered, SoftLight } from "./gather.ts";

/** Soft light at a surface from position (fx, fy) of the smaller picture, into `got`; false when no neighbour fits. */
export function lookUpSoft(soft: SoftLight, s: Surface, fx: number, fy: number, got: Gathered): boolean {
  const { nx, ny, nz } = s;
  const { width, height, depth, normals, positions } = soft;
  const x0 = Math.floor(fx - 0.5);
  const y0 = Math.floor(fy - 0.5);
  const reach = s.footprint * 4 + 0.004;
  const near = (0.05 + s.footprint * 4) ** 2;
  const middle = Math.min(height - 1, Math.floor(fy)) * width + (Math.floor(fx) % width);
  got.halfShadow = soft.halfShadow[middle] === 1;
  let total = 0;
  let r = 0;
  let g = 0;
  let b = 0;
  let lx = 0;
  let ly = 0;
  let lz = 0;
  for (let ring = 0; ring < 2 && total < 1e-3; ring++) {
    for (let j = y0 - ring; j <= y0 + 1 + ring; j++) {
      if (j < 0 || j >= height) continue;
      for (let i = x0 - ring; i <= x0 + 1 + ring; i++) {
        const q = j * width + ((i + width) % width);
        if (depth[q] === Infinity) continue;
        const q3 = q * 3;
        const facing = nx * normals[q3]! + ny * normals[q3 + 1]! + nz * normals[q3 + 2]!;
        if (facing < (ring === 0 ? 0.6 : 0.2)) continue;
        const ex = positions[q3]! - s.px;
        const ey = positions[q3 + 1]! - s.py;
        const ez = positions[q3 + 2]! - s.pz;
        let off = Math.abs(nx * ex + ny * ey + nz * ez);
        if (off > reach) {
          // Bars and pipes are thinner than the soft picture's pixels: takes light from immediately beside.
          if (ring === 0 || ex * ex + ey * ey + ez * ez > near) continue;
          off = reach;
        }
        const wx = Math.max(0.02, 1 - Math.abs(i + 0.5 - fx));
        const wy = Math.max(0.02, 1 - Math.abs(j + 0.5 - fy));
        const w = wx * wy * facing * facing * (1 - (0.9 * off) / reach);
        total += w;
        r += soft.light[q3]! * w;
        g += soft.light[q3 + 1]! * w;
        b += soft.light[q3 + 2]! * w;
        lx += soft.lean[q3]! * w;
        ly += soft.lean[q3 + 1]! * w;
        lz += soft.lean[q3 + 2]! * w;
      }
    }
  }
  if (total < 1e-3) return false;
  got.light[0] = r / total;
  got.light[1] = g / total;
  got.light[2] = b / total;
  got.lean[0] = lx / total;
  got.lean[1] = ly / total;
  got.lean[2] = lz / total;
  return true;
}
