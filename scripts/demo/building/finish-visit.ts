import { createRandom, hash3 } from "../core/random.ts";
import { Scene } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { boardCeiling, bulb, downlight, gridCeiling } from "./ceilings.ts";
import { fitFirstFloor, fitGroundFloor } from "./fittings.ts";
import { doorLeaf, glaze } from "./openings.ts";
import { buildOutside } from "./outside.ts";
import { DEPTH, PORTALS, ROOM_BOXES, SLAB, STAIRWELL, STOREY, WALLS, WIDTH } from "./plan.ts";
import { buildStructure } from "./structure.ts";
import { siteCabin } from "./structure-visit.ts";
import { buildWall } from "./walls.ts";

/** Third visit: plaster, paint, windows, the first tiles, ceiling grid and lamps. */
export function finishVisit(): Scene {
  const scene = new Scene();
  scene.portals = PORTALS;
  scene.roomBoxes = ROOM_BOXES;
  const random = createRandom(30092026);
  buildOutside(scene);
  buildStructure(scene, { ceiling: M.render, floor: () => M.screed });
  for (const wall of WALLS) buildWall(scene, wall, M.render, finishOf);
  casings(scene);
  floors(scene);
  ceilings(scene);
  glaze(scene);
  doors(scene);
  railings(scene);
  terrace(scene);
  fitGroundFloor(scene, random);
  fitFirstFloor(scene, random);
  siteCabin(scene, 14.5, -8.8);
  return scene;
}

function finishOf(floor: number, x: number, y: number, outside: boolean): number {
  if (outside) return M.paintCream;
  if (floor === 0) {
    if (x < 6.5 && y < 6.2) return x > 5.9 ? M.paintSand : M.paintWhite;
    if (x < 6.5) return y > 9 ? M.bathTile : M.paintWhite;
    if (x < 10) return M.paintCream;
    return y > 5.8 && y < 6.2 ? M.paintGreen : y < 6.2 ? M.paintCream : M.render;
  }
  if (x < 6.5 && y < 6.2) return y > 5.7 ? M.paintBlue : M.paintPatchy;
  if (x < 2.8) return M.paintPatchy;
  if (x < 6.5) return x > 5.9 ? M.seaTile : M.bathTile;
  if (x < 10) return M.paintWhite;
  return y < 6.2 ? M.paintCream : M.paintPatchy;
}

/** Plaster around the columns and beams that project from the walls. */
function casings(scene: Scene): void {
  const t = 0.014;
  for (const floor of [0, 1]) {
    const z0 = floor * STOREY;
    const z1 = z0 + STOREY - SLAB;
    for (const x of [0.15, 6.5, 10, 13.85])
      for (const y of [0.2, 6.2, 9.8]) {
        if (floor === 1 && x > 13 && y < 1) continue;
        scene.box(M.paintWhite, [x - 0.15 - t, y - 0.2 - t, z0], [x + 0.15 + t, y + 0.2 + t, z1]);
      }
    const lo = z1 - 0.3 - t;
    const east = floor === 1 ? 10 : WIDTH;
    for (const y of [0.15, 6.2, DEPTH - 0.15])
      scene.box(M.paintWhite, [0, y - 0.125 - t, lo], [y < 1 ? east : WIDTH, y + 0.125 + t, z1]);
    for (const x of [0.15, 6.5, 10, WIDTH - 0.15])
      scene.box(
        M.paintWhite,
        [x - 0.125 - t, floor === 1 && x > 13 ? 6.2 : 0, lo],
        [x + 0.125 + t, DEPTH, z1],
      );
  }
}

/** Tiles laid in steps from one side: the front line runs along whole tiles. */
function laid(
  scene: Scene,
  floor: number,
  material: number,
  box: readonly [number, number, number, number],
  size: number,
  done: (i: number, j: number) => boolean,
): void {
  const [x0, y0, x1, y1] = box;
  const z = floor * STOREY;
  const first = Math.floor(x0 / size);
  const row0 = Math.floor(y0 / size);
  for (let j = row0; j * size < y1; j++) {
    let start = -1;
    const flush = (end: number) => {
      if (start < 0) return;
      scene.box(
        material,
        [Math.max(x0, start * size), Math.max(y0, j * size), z],
        [Math.min(x1, end * size), Math.min(y1, (j + 1) * size), z + 0.012],
      );
      start = -1;
    };
    let i = first;
    for (; i * size < x1; i++) {
      if (done(i - first, j - row0)) {
        if (start < 0) start = i;
      } else flush(i);
    }
    flush(i);
    clips(scene, z, first, j, size, box, (k) => done(k - first, j - row0));
  }
}

/** Levelling clips remain in the joints of the last tiles of a row. */
function clips(
  scene: Scene,
  z: number,
  first: number,
  row: number,
  size: number,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  isLaid: (column: number) => boolean,
): void {
  for (let i = first; i * size < x1; i++) {
    if (!isLaid(i) || (isLaid(i - 2) && isLaid(i + 2))) continue;
    for (const d of [0.22, 0.78]) {
      const x = (i + d) * size;
      const y = row * size;
      if (x > x0 && x < x1 && y > y0 && y < y1)
        scene.box(M.redPlastic, [x - 0.018, y - 0.004, z + 0.012], [x + 0.018, y + 0.004, z + 0.034]);
    }
  }
}

function floors(scene: Scene): void {
  const edge = (j: number, base: number) => base + Math.floor(hash3(j, 3, 5) * 2.4);
  laid(scene, 0, M.marble, [0.2, 0.2, 6.5, 6.2], 0.8, (i, j) => i >= 3 - Math.floor(j / 3) || j >= 5);
  laid(scene, 0, M.marble, [6.5, 0.2, 10, 5.7], 0.8, () => true);
  laid(scene, 0, M.darkTile, [0.2, 6.28, 6.42, 9.8], 0.6, (i, j) => i < edge(j, 6));
  laid(scene, 0, M.porcelain, [10.08, 0.2, 13.8, 6.12], 0.6, (i, j) => j > 5 - edge(i, 0) / 2 || i < 2);
  laid(scene, 1, M.porcelain, [6.5, 0.2, 9.9, 5.55], 0.6, (i, j) => j < edge(i, 5));
  laid(scene, 1, M.porcelain, [0.2, 0.2, 6.5, 6.12], 0.6, (i, j) => i > 8 - edge(j, 1));
  laid(scene, 1, M.darkTile, [2.88, 6.28, 6.42, 9.8], 0.6, () => true);
  laid(
    scene,
    1,
    M.terraceTile,
    [10.1, 0.2, 13.8, 6.1],
    0.4,
    (i, j) => i + Math.floor(hash3(j, 8, 1) * 2) < 7,
  );
}

function ceilings(scene: Scene): void {
  boardCeiling(scene, 0, [0.2, 0.2, 6.42, 6.12], 2.95, 0.75, M.gypsum);
  for (const [x, y] of [
    [0.6, 1.6],
    [0.6, 4.6],
    [6, 1.6],
    [6, 4.6],
    [2.2, 0.58],
    [4.4, 0.58],
    [2.2, 5.74],
    [4.4, 5.74],
  ] as const)
    downlight(scene, x, y, 2.95);
  bulb(scene, 3.2, 3.6, STOREY - SLAB - 0.02, 0.5);
  gridCeiling(scene, 0, [0.2, 6.28, 6.42, 9.8], 2.75, (i, j) => hash3(i, j, 2) < 0.16 || (i > 7 && j < 4), [
    [2, 1],
    [2, 4],
    [6, 4],
  ]);
  boardCeiling(scene, 0, [6.58, 0.2, 9.92, 5.6], 2.95, 0, M.paintWhite);
  for (const [x, y] of [
    [7.4, 1.4],
    [9.1, 1.4],
    [7.4, 3.9],
    [9.1, 3.9],
  ] as const)
    downlight(scene, x, y, 2.95);
  gridCeiling(scene, 0, [10.08, 0.2, 13.8, 6.12], 2.8, (i, j) => j > 5 && hash3(i, j, 4) < 0.6, [
    [1, 2],
    [4, 2],
    [1, 6],
    [4, 6],
  ]);
  boardCeiling(scene, 1, [6.58, 0.2, 9.9, 5.5], 2.95, 0.55, M.gypsum);
  for (const [x, y] of [
    [6.9, 1.5],
    [6.9, 4],
    [9.6, 1.5],
    [9.6, 4],
  ] as const)
    downlight(scene, x, y, STOREY + 2.95);
  bulb(scene, 8.25, 3.4, 2 * STOREY - SLAB - 0.02, 0.55);
  scene.box(M.paintWhite, [6.58, 5.5, 2 * STOREY - SLAB - 0.01], [9.92, 9.8, 2 * STOREY - SLAB]);
  boardCeiling(scene, 1, [0.2, 0.2, 6.42, 6.12], 2.95, 0.6, M.gypsum);
  bulb(scene, 3.3, 2.4, 2 * STOREY - SLAB - 0.02, 0.6);
  boardCeiling(scene, 1, [2.88, 6.28, 6.42, 9.8], 2.6, 0, M.paintWhite);
  for (const [x, y] of [
    [3.7, 7.2],
    [5.5, 7.2],
    [3.7, 9],
    [5.5, 9],
  ] as const)
    downlight(scene, x, y, STOREY + 2.6);
}

function doors(scene: Scene): void {
  doorLeaf(scene, 6.5, 6.69, 0, 168, 0.92, 2.15);
  doorLeaf(scene, 10.02, 1.64, 0, -4, 0.71, 2.24);
  doorLeaf(scene, 6.46, 2.54, STOREY, 186, 0.92, 2.24);
  doorLeaf(scene, 5.01, 6.24, STOREY, 82, 0.87, 2.24);
  doorLeaf(scene, 7.54, 0.14, 0, 96, 0.7, 2.44);
}

function railings(scene: Scene): void {
  const w = STAIRWELL;
  const z = STOREY;
  for (let x = 8.3; x <= w.x1 + 0.06; x += 0.72)
    scene.box(M.aluminium, [x - 0.02, w.y0 - 0.09, z], [x + 0.02, w.y0 - 0.03, z + 1.02]);
  scene.pane([8.3, w.y0 - 0.064, z + 0.08], [w.x1 + 0.06, w.y0 - 0.056, z + 0.98]);
  scene.box(M.door, [8.25, w.y0 - 0.1, z + 1.02], [w.x1 + 0.1, w.y0 - 0.02, z + 1.07]);
  const pitch = 1.8 / 2.8;
  for (const [x, y0, z0, up] of [
    [8.42, 5.75, 0, 1],
    [8.13, 5.75, STOREY, -1],
  ] as const) {
    scene.tube(M.chrome, [x, y0, z0 + 0.95], [x, y0 + 2.8, z0 + up * 2.8 * pitch + 0.95], 0.022);
    for (let d = 0; d <= 2.8; d += 0.56)
      scene.tube(M.chrome, [x, y0 + d, z0 + up * d * pitch], [x, y0 + d, z0 + up * d * pitch + 0.95], 0.012);
  }
}

/** Rendered parapet, posts and beams of the pergola. */
function terrace(scene: Scene): void {
  const z = STOREY;
  scene.box(M.paintCream, [10.1, -0.02, z], [14.02, 0.2, z + 0.85]);
  scene.box(M.paintCream, [13.8, 0.2, z], [14.02, 6.1, z + 0.85]);
  scene.box(M.marble, [10.1, -0.05, z + 0.85], [14.05, 0.23, z + 0.89]);
  scene.box(M.marble, [13.77, 0.23, z + 0.85], [14.05, 6.1, z + 0.89]);
  scene.box(M.freshTimber, [13.6, 0.25, z], [13.74, 0.39, z + 2.62]);
  scene.box(M.freshTimber, [13.6, 3.05, z], [13.74, 3.19, z + 2.62]);
  scene.box(M.freshTimber, [13.62, 0.1, z + 2.62], [13.72, 6.05, z + 2.8]);
  scene.box(M.freshTimber, [10.12, 0.1, z + 2.62], [10.2, 6.05, z + 2.8]);
  for (let i = 0; i < 7; i++)
    scene.box(M.freshTimber, [10.0, 0.35 + i * 0.55, z + 2.8], [13.95, 0.41 + i * 0.55, z + 2.95]);
}
