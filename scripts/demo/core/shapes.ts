import type { Bvh } from "./bvh.ts";
import { KIND_BOX, KIND_ELLIPSOID, KIND_TURNED_BOX, STRIDE } from "./scene.ts";

/** Nearest hit of a ray; one object, overwritten by every call, so that nothing is allocated. */
export interface Hit {
  /** Distance, Infinity when the ray left the site. */
  t: number;
  solid: number;
  /** Unit normal in world space, facing the ray. */
  nx: number;
  ny: number;
  nz: number;
  /** Position in the solid's own frame. */
  lx: number;
  ly: number;
  lz: number;
}

/** No hit: farther than anything. */
const NONE = 1e30;

/** The geometry of single solids, read from the packed arrays. */
export function createShapes({ packed, kinds, opacity }: Bvh) {
  /** Entry distance of a tube or frustum along local z, or NONE. */
  function tube(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    r0: number,
    r1: number,
    h: number,
    reach: number,
  ): number {
    const slope = (r1 - r0) / (2 * h);
    const rz = r0 + (z + h) * slope;
    const a = dx * dx + dy * dy - slope * slope * dz * dz;
    const b = x * dx + y * dy - slope * rz * dz;
    const c = x * x + y * y - rz * rz;
    let best = reach;
    const disc = b * b - a * c;
    if (disc > 0 && Math.abs(a) > 1e-12) {
      const root = Math.sqrt(disc);
      const t0 = (-b - root) / a;
      const t1 = (-b + root) / a;
      const first = t0 < t1 ? t0 : t1;
      const second = t0 < t1 ? t1 : t0;
      let at = z + first * dz;
      if (first > 1e-5 && first < best && at > -h && at < h) best = first;
      else {
        at = z + second * dz;
        if (second > 1e-5 && second < best && at > -h && at < h) best = second;
      }
    }
    if (dz !== 0) {
      const low = (-h - z) / dz;
      if (low > 1e-5 && low < best) {
        const px = x + low * dx;
        const py = y + low * dy;
        if (px * px + py * py < r0 * r0) best = low;
      }
      const high = (h - z) / dz;
      if (high > 1e-5 && high < best) {
        const px = x + high * dx;
        const py = y + high * dy;
        if (px * px + py * py < r1 * r1) best = high;
      }
    }
    return best < reach ? best : NONE;
  }

  function intersect(
    i: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    ix: number,
    iy: number,
    iz: number,
    reach: number,
  ): number {
    const p = i * STRIDE;
    const hx = packed[p + 3]!;
    const hy = packed[p + 4]!;
    const hz = packed[p + 5]!;
    let x = ox - packed[p]!;
    let y = oy - packed[p + 1]!;
    let z = oz - packed[p + 2]!;
    const kind = kinds[i]!;
    if (kind !== KIND_BOX) {
      const ax = packed[p + 6]!;
      const ay = packed[p + 7]!;
      const az = packed[p + 8]!;
      const bx = packed[p + 9]!;
      const by = packed[p + 10]!;
      const bz = packed[p + 11]!;
      const cx = packed[p + 12]!;
      const cy = packed[p + 13]!;
      const cz = packed[p + 14]!;
      const lx = x * ax + y * ay + z * az;
      const ly = x * bx + y * by + z * bz;
      const lz = x * cx + y * cy + z * cz;
      const ex = dx * ax + dy * ay + dz * az;
      const ey = dx * bx + dy * by + dz * bz;
      const ez = dx * cx + dy * cy + dz * cz;
      if (kind !== KIND_TURNED_BOX) {
        if (kind !== KIND_ELLIPSOID) return tube(lx, ly, lz, ex, ey, ez, hx, hy, hz, reach);
        const sx = lx / hx;
        const sy = ly / hy;
        const sz = lz / hz;
        const vx = ex / hx;
        const vy = ey / hy;
        const vz = ez / hz;
        const a = vx * vx + vy * vy + vz * vz;
        const b = sx * vx + sy * vy + sz * vz;
        const disc = b * b - a * (sx * sx + sy * sy + sz * sz - 1);
        if (disc < 0) return NONE;
        const root = Math.sqrt(disc);
        let t = (-b - root) / a;
        if (t < 1e-5) t = (-b + root) / a;
        return t > 1e-5 && t < reach ? t : NONE;
      }
      x = lx;
      y = ly;
      z = lz;
      ix = 1 / ex;
      iy = 1 / ey;
      iz = 1 / ez;
    }
    const mx = -x * ix;
    const my = -y * iy;
    const mz = -z * iz;
    const kx = Math.abs(ix) * hx;
    const ky = Math.abs(iy) * hy;
    const kz = Math.abs(iz) * hz;
    let near = mx - kx;
    if (my - ky > near) near = my - ky;
    if (mz - kz > near) near = mz - kz;
    let far = mx + kx;
    if (my + ky < far) far = my + ky;
    if (mz + kz < far) far = mz + kz;
    if (near > far || far < 1e-5) return NONE;
    const t = near > 1e-5 ? near : far;
    return t < reach ? t : NONE;
  }

  /** A net lets rays through at random, but always the same ones at the same position. */
  function passes(i: number, x: number, y: number, z: number): boolean {
    const share = opacity[i]!;
    if (share >= 1) return false;
    const s = Math.sin(x * 1291.7 + y * 2113.3 + z * 1777.1) * 43758.5453;
    return s - Math.floor(s) > share;
  }

  /** Fills normal and local position of the solid that was hit. */
  function describe(hit: Hit, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
    const p = hit.solid * STRIDE;
    const t = hit.t;
    const x = ox + dx * t - packed[p]!;
    const y = oy + dy * t - packed[p + 1]!;
    const z = oz + dz * t - packed[p + 2]!;
    const ax = packed[p + 6]!;
    const ay = packed[p + 7]!;
    const az = packed[p + 8]!;
    const bx = packed[p + 9]!;
    const by = packed[p + 10]!;
    const bz = packed[p + 11]!;
    const cx = packed[p + 12]!;
    const cy = packed[p + 13]!;
    const cz = packed[p + 14]!;
    const lx = x * ax + y * ay + z * az;
    const ly = x * bx + y * by + z * bz;
    const lz = x * cx + y * cy + z * cz;
    const hx = packed[p + 3]!;
    const hy = packed[p + 4]!;
    const hz = packed[p + 5]!;
    let u = 0;
    let v = 0;
    let w = 0;
    const kind = kinds[hit.solid]!;
    if (kind <= KIND_TURNED_BOX) {
      const fx = hx - Math.abs(lx);
      const fy = hy - Math.abs(ly);
      const fz = hz - Math.abs(lz);
      if (fx <= fy && fx <= fz) u = lx > 0 ? 1 : -1;
      else if (fy <= fz) v = ly > 0 ? 1 : -1;
      else w = lz > 0 ? 1 : -1;
    } else if (kind === KIND_ELLIPSOID) {
      u = lx / (hx * hx);
      v = ly / (hy * hy);
      w = lz / (hz * hz);
    } else if (hz - Math.abs(lz) < 2e-5) w = lz > 0 ? 1 : -1;
    else {
      u = lx;
      v = ly;
      w = -((hy - hx) / (2 * hz)) * Math.sqrt(lx * lx + ly * ly);
    }
    const length = Math.sqrt(u * u + v * v + w * w) || 1;
    let nx = (u * ax + v * bx + w * cx) / length;
    let ny = (u * ay + v * by + w * cy) / length;
    let nz = (u * az + v * bz + w * cz) / length;
    if (nx * dx + ny * dy + nz * dz > 0) {
      nx = -nx;
      ny = -ny;
      nz = -nz;
    }
    hit.nx = nx;
    hit.ny = ny;
    hit.nz = nz;
    hit.lx = lx;
    hit.ly = ly;
    hit.lz = lz;
  }

  return { intersect, passes, describe };
}
