import type { Scene } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { DEPTH, SLAB, STAIRWELL, STOREY, WIDTH } from "./plan.ts";

export const COLUMNS_X = [0.15, 6.5, 10, 13.85] as const;
export const COLUMNS_Y = [0.2, 6.2, 9.8] as const;

export interface StructureLook {
  ceiling: number;
  floor: (floor: number) => number;
}

/** Slabs, beams, columns and stairs: the same at every date. */
export function buildStructure(scene: Scene, look: StructureLook): void {
  const c = M.castConcrete;
  scene.box(look.floor(0), [-0.1, -0.1, -0.3], [WIDTH + 0.1, DEPTH + 0.1, 0]);
  for (const floor of [0, 1]) {
    const z = (floor + 1) * STOREY;
    slabWithStairwell(scene, floor, z, look);
    const under = z - SLAB;
    for (const x of COLUMNS_X)
      for (const y of COLUMNS_Y) {
        if (floor === 1 && x > 13 && y < 1) continue;
        scene.box(c, [x - 0.15, y - 0.2, floor * STOREY], [x + 0.15, y + 0.2, under]);
      }
    const depth = under - 0.3;
    const east = floor === 1 ? 10 : WIDTH;
    for (const y of [0.15, 6.2, DEPTH - 0.15])
      scene.box(c, [0, y - 0.125, depth], [y < 1 ? east : WIDTH, y + 0.125, under]);
    for (const x of [0.15, 6.5, 10, WIDTH - 0.15]) {
      const south = floor === 1 && x > 13 ? 6.2 : 0;
      scene.box(c, [x - 0.125, south, depth], [x + 0.125, DEPTH, under]);
    }
  }
  roofEdge(scene);
  buildStairs(scene);
}

/** The terrace is uncovered: the roof ends at x = 10 there. */
function slabWithStairwell(scene: Scene, floor: number, z: number, look: StructureLook): void {
  const lo = z - SLAB;
  const top = look.floor(floor + 1);
  const part = (x0: number, y0: number, x1: number, y1: number) => {
    scene.box(look.ceiling, [x0, y0, lo], [x1, y1, z - 0.03]);
    scene.box(top, [x0, y0, z - 0.03], [x1, y1, z]);
  };
  if (floor === 1) {
    part(-0.1, -0.1, 10.1, DEPTH + 0.1);
    part(10.1, 6.05, WIDTH + 0.1, DEPTH + 0.1);
    return;
  }
  const w = STAIRWELL;
  part(-0.1, -0.1, w.x0, DEPTH + 0.1);
  part(w.x0, -0.1, w.x1, w.y0);
  part(w.x1, -0.1, WIDTH + 0.1, DEPTH + 0.1);
  part(w.x0, w.y1, w.x1, DEPTH + 0.1);
}

function roofEdge(scene: Scene): void {
  const z = 2 * STOREY;
  scene.box(M.castConcrete, [-0.1, -0.1, z], [10.1, 0.1, z + 0.5]);
  scene.box(M.castConcrete, [-0.1, -0.1, z], [0.1, DEPTH + 0.1, z + 0.5]);
  scene.box(M.castConcrete, [9.9, -0.1, z], [10.1, 6.1, z + 0.5]);
}

/** Two flights with a landing: up the east side northwards, back along the west side. */
export function buildStairs(scene: Scene): void {
  const c = M.castConcrete;
  const steps = 10;
  const rise = STOREY / 2 / steps;
  const run = 0.28;
  const y0 = 5.75;
  const landing = y0 + run * steps;
  for (let i = 0; i < steps; i++) {
    const y = y0 + i * run;
    scene.box(c, [8.4, y, i * rise], [9.7, y + run, (i + 1) * rise]);
    const top = STOREY - i * rise;
    scene.box(c, [6.85, y, top - rise - 0.06], [8.15, y + run, top - rise + 0.06]);
  }
  const half = STOREY / 2;
  scene.box(c, [6.75, landing, half - 0.2], [9.75, 9.8, half]);
  const length = Math.hypot(run * steps, half);
  const tilt = (Math.atan2(half, run * steps) * 180) / Math.PI;
  const middle = y0 + (run * steps) / 2;
  scene.turnedBox(c, [9.05, middle, half / 2 - 0.17], [length, 1.3, 0.16], 90, tilt);
  scene.turnedBox(c, [7.5, middle, half + half / 2 - 0.17], [length, 1.3, 0.16], -90, tilt);
}
