import type { Bvh } from "./bvh.ts";
import { createShapes, type Hit } from "./shapes.ts";

export interface Tracer {
  hit: Hit;
  /** Finds the nearest solid within `reach`; true when there is one. Direction must be of unit length. */
  trace(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): boolean;
  /** True when any solid is within `reach`. */
  blocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): boolean;
}

export function createTracer(bvh: Bvh): Tracer {
  const { bounds, kids } = bvh;
  const { intersect, passes, describe } = createShapes(bvh);
  const stack = new Int32Array(64);
  const stackNear = new Float64Array(64);
  const hit: Hit = { t: 0, solid: -1, nx: 0, ny: 0, nz: 1, lx: 0, ly: 0, lz: 0 };

  /** Traverses the hierarchy, nearer child first; ends early at the first hit when `any` is set. */
  function walk(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    reach: number,
    any: boolean,
  ): boolean {
    const b = bounds;
    const k = kids;
    const waiting = stack;
    const waitingNear = stackNear;
    const ix = 1 / (dx === 0 ? 1e-12 : dx);
    const iy = 1 / (dy === 0 ? 1e-12 : dy);
    const iz = 1 / (dz === 0 ? 1e-12 : dz);
    const ax = ox * ix;
    const ay = oy * iy;
    const az = oz * iz;
    const sx = ix < 0 ? 1 : 0;
    const sy = iy < 0 ? 3 : 2;
    const sz = iz < 0 ? 5 : 4;
    let best = reach;
    let found = -1;
    let depth = 0;
    let node = 0;
    for (;;) {
      if (node >= 0) {
        const n = node * 12;
        let near = b[n + sx]! * ix - ax;
        const nearY = b[n + sy]! * iy - ay;
        const nearZ = b[n + sz]! * iz - az;
        if (nearY > near) near = nearY;
        if (nearZ > near) near = nearZ;
        let far = b[n + 1 - sx]! * ix - ax;
        const farY = b[n + 5 - sy]! * iy - ay;
        const farZ = b[n + 9 - sz]! * iz - az;
        if (farY < far) far = farY;
        if (farZ < far) far = farZ;
        const first = near <= far && far > 0 && near < best;
        const m = n + 6;
        let near2 = b[m + sx]! * ix - ax;
        const nearY2 = b[m + sy]! * iy - ay;
        const nearZ2 = b[m + sz]! * iz - az;
        if (nearY2 > near2) near2 = nearY2;
        if (nearZ2 > near2) near2 = nearZ2;
        let far2 = b[m + 1 - sx]! * ix - ax;
        const farY2 = b[m + 5 - sy]! * iy - ay;
        const farZ2 = b[m + 9 - sz]! * iz - az;
        if (farY2 < far2) far2 = farY2;
        if (farZ2 < far2) far2 = farZ2;
        const second = near2 <= far2 && far2 > 0 && near2 < best;
        const left = k[node * 2]!;
        const right = k[node * 2 + 1]!;
        if (first && second) {
          const swap = near2 < near;
          waiting[depth] = swap ? left : right;
          waitingNear[depth] = swap ? near : near2;
          depth++;
          node = swap ? right : left;
          continue;
        }
        if (first) {
          node = left;
          continue;
        }
        if (second) {
          node = right;
          continue;
        }
      } else {
        const leaf = -1 - node;
        const start = leaf >> 3;
        const end = start + (leaf & 7);
        for (let i = start; i < end; i++) {
          const t = intersect(i, ox, oy, oz, dx, dy, dz, ix, iy, iz, best);
          if (t < best && !passes(i, ox + dx * t, oy + dy * t, oz + dz * t)) {
            if (any) return true;
            best = t;
            found = i;
          }
        }
      }
      do {
        if (depth === 0) {
          hit.solid = found;
          hit.t = found < 0 ? Infinity : best;
          return found >= 0;
        }
        depth--;
      } while (waitingNear[depth]! >= best);
      node = waiting[depth]!;
    }
  }

  return {
    hit,
    trace(ox, oy, oz, dx, dy, dz, reach) {
      if (!walk(ox, oy, oz, dx, dy, dz, reach, false)) return false;
      describe(hit, ox, oy, oz, dx, dy, dz);
      return true;
    },
    blocked(ox, oy, oz, dx, dy, dz, reach) {
      return walk(ox, oy, oz, dx, dy, dz, reach, true);
    },
  };
}
