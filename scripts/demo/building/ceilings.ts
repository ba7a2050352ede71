import type { Scene } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { SLAB, STOREY } from "./plan.ts";

type Rect = readonly [number, number, number, number];

/** Hung grid with mineral tiles; `missing` marks the fields that are still open. */
export function gridCeiling(
  scene: Scene,
  floor: number,
  [x0, y0, x1, y1]: Rect,
  height: number,
  missing: (i: number, j: number) => boolean,
  lamps: readonly (readonly [number, number])[],
): void {
  const z = floor * STOREY + height;
  const slab = (floor + 1) * STOREY - SLAB;
  const nx = Math.ceil((x1 - x0) / 0.6);
  const ny = Math.ceil((y1 - y0) / 0.6);
  for (let i = 0; i <= nx; i++) {
    const x = Math.min(x1, x0 + i * 0.6);
    scene.box(M.whiteMetal, [x - 0.012, y0, z - 0.002], [x + 0.012, y1, z + 0.002]);
    scene.box(M.whiteMetal, [x - 0.002, y0, z], [x + 0.002, y1, z + 0.04]);
  }
  for (let j = 0; j <= ny; j++) {
    const y = Math.min(y1, y0 + j * 0.6);
    scene.box(M.whiteMetal, [x0, y - 0.012, z - 0.0025], [x1, y + 0.012, z + 0.0015]);
    scene.box(M.whiteMetal, [x0, y - 0.002, z], [x1, y + 0.002, z + 0.035]);
  }
  for (let i = 1; i < nx; i += 2)
    for (let j = 1; j < ny; j += 2)
      scene.tube(
        M.galvanised,
        [x0 + i * 0.6, y0 + j * 0.6, z + 0.03],
        [x0 + i * 0.6, y0 + j * 0.6, slab],
        0.003,
      );
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++) {
      const lo = [x0 + i * 0.6 + 0.004, y0 + j * 0.6 + 0.004] as const;
      const hi = [
        Math.min(x1, x0 + (i + 1) * 0.6) - 0.004,
        Math.min(y1, y0 + (j + 1) * 0.6) - 0.004,
      ] as const;
      const lamp = lamps.some(([a, b]) => a === i && b === j);
      if (lamp) panel(scene, lo, hi, z);
      else if (!missing(i, j)) scene.box(M.ceilingTile, [lo[0], lo[1], z + 0.003], [hi[0], hi[1], z + 0.018]);
    }
}

function panel(scene: Scene, lo: readonly [number, number], hi: readonly [number, number], z: number): void {
  scene.box(M.lampGlass, [lo[0] + 0.01, lo[1] + 0.01, z + 0.003], [hi[0] - 0.01, hi[1] - 0.01, z + 0.03]);
  scene.lamp({
    centre: [(lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, z],
    halfX: (hi[0] - lo[0]) / 2,
    halfY: (hi[1] - lo[1]) / 2,
    power: [7.5, 7.2, 6.6],
  });
}

/** Recessed round lamp in a closed ceiling. */
export function downlight(scene: Scene, x: number, y: number, z: number): void {
  scene.tube(M.whiteMetal, [x, y, z - 0.008], [x, y, z], 0.075, 0.085);
  scene.tube(M.lampGlass, [x, y, z - 0.011], [x, y, z], 0.06);
  scene.lamp({ centre: [x, y, z - 0.01], halfX: 0.06, halfY: 0.06, power: [100, 84, 62] });
}

/** Bare bulb on a cable: work lighting. */
export function bulb(scene: Scene, x: number, y: number, ceiling: number, length: number): void {
  scene.tube(M.cable, [x, y, ceiling - length], [x, y, ceiling], 0.004);
  scene.tube(M.blackPlastic, [x, y, ceiling - length - 0.06], [x, y, ceiling - length], 0.022);
  scene.ellipsoid(M.lampGlass, [x, y, ceiling - length - 0.1], [0.035, 0.035, 0.048]);
  scene.lamp({ centre: [x, y, ceiling - length - 0.15], halfX: 0.05, halfY: 0.05, power: [130, 100, 60] });
}

/** Gypsum ceiling with a dropped border. */
export function boardCeiling(
  scene: Scene,
  floor: number,
  [x0, y0, x1, y1]: Rect,
  height: number,
  border: number,
  material: number,
): void {
  const z = floor * STOREY + height;
  const top = (floor + 1) * STOREY - SLAB;
  const box = (a: number, b: number, c: number, d: number) =>
    scene.box(material, [a, b, z], [c, d, z + 0.03]);
  if (border <= 0) return box(x0, y0, x1, y1);
  box(x0, y0, x1, y0 + border);
  box(x0, y1 - border, x1, y1);
  box(x0, y0 + border, x0 + border, y1 - border);
  box(x1 - border, y0 + border, x1, y1 - border);
  const side = (a: number, b: number, c: number, d: number) =>
    scene.box(material, [a, b, z + 0.03], [c, d, top]);
  side(x0 + border - 0.02, y0 + border, x0 + border, y1 - border);
  side(x1 - border, y0 + border, x1 - border + 0.02, y1 - border);
  side(x0 + border, y0 + border - 0.02, x1 - border, y0 + border);
  side(x0 + border, y1 - border, x1 - border, y1 - border + 0.02);
  scene.box(M.paintWhite, [x0 + border, y0 + border, top - 0.02], [x1 - border, y1 - border, top - 0.005]);
}
