import type { Scene, Vec3 } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { SLAB, STOREY, WALLS, type Wall } from "./plan.ts";
import { beside, boxOnWall } from "./walls.ts";

const CEILING = STOREY - SLAB;

/** Chase in a wall with its conduit, from the ceiling down to a box. `side` +1 is left of the wall's direction. */
export function drop(
  scene: Scene,
  wall: Wall,
  along: number,
  side: 1 | -1,
  height: number,
  boxes: number,
): void {
  const face = (wall.thickness / 2) * side;
  const z = wall.floor * STOREY;
  const skin = (a: number, b: number): [number, number] =>
    side > 0 ? [face + a, face + b] : [face - b, face - a];
  boxOnWall(scene, wall, M.chase, [along - 0.026, along + 0.026], skin(-0.02, 0.0015), [height, CEILING]);
  for (const [lo, hi] of [
    [height + 0.35, height + 0.5],
    [height + 1.2, height + 1.38],
    [CEILING - 0.3, CEILING - 0.12],
  ] as const)
    if (hi < CEILING)
      boxOnWall(scene, wall, M.render, [along - 0.04, along + 0.04], skin(-0.02, 0.004), [lo, hi]);
  const [x, y] = beside(wall, along, face + side * 0.002);
  scene.tube(M.conduit, [x, y, z + height], [x, y, z + CEILING], 0.0115);
  for (let i = 0; i < boxes; i++) {
    const a = along - 0.04 + i * 0.092 - ((boxes - 1) * 0.092) / 2;
    boxOnWall(scene, wall, M.render, [a - 0.025, a + 0.105], skin(-0.02, 0.003), [
      height - 0.075,
      height + 0.055,
    ]);
    boxOnWall(scene, wall, M.orangePlastic, [a, a + 0.08], skin(-0.02, 0.008), [
      height - 0.05,
      height + 0.03,
    ]);
    boxOnWall(scene, wall, M.blackFoam, [a + 0.006, a + 0.074], skin(-0.02, 0.0085), [
      height - 0.044,
      height + 0.024,
    ]);
  }
}

function wallAt(floor: number, from: readonly [number, number]): Wall {
  const wall = WALLS.find((w) => w.floor === floor && w.from[0] === from[0] && w.from[1] === from[1]);
  if (!wall) throw new Error(`No wall starts at ${from.join(", ")}.`);
  return wall;
}

/** Drops for sockets (0.3 m) and switches (1.2 m), room by room. */
export function firstFix(scene: Scene): void {
  const west = wallAt(0, [0.1, 0.2]);
  const partition = wallAt(0, [0.2, 6.2]);
  const hallWest = wallAt(0, [6.5, 0.2]);
  const hallEast = wallAt(0, [10, 0.2]);
  const east = wallAt(0, [13.9, 0.2]);
  drop(scene, west, 2.95, -1, 0.3, 2);
  drop(scene, west, 5.6, -1, 0.3, 2);
  drop(scene, partition, 0.8, -1, 0.3, 2);
  drop(scene, partition, 4.2, -1, 1.2, 3);
  drop(scene, partition, 5.0, -1, 0.3, 2);
  drop(scene, hallWest, 4.6, 1, 1.2, 2);
  drop(scene, hallWest, 5.2, 1, 0.3, 2);
  drop(scene, hallWest, 0.8, 1, 0.3, 2);
  for (const along of [3.9, 4.5, 5.1]) drop(scene, partition, along, 1, 1.15, 2);
  drop(scene, partition, 0.9, 1, 1.15, 2);
  drop(scene, hallWest, 5.0, -1, 1.2, 3);
  drop(scene, hallEast, 3.4, 1, 1.2, 2);
  drop(scene, hallEast, 4.6, 1, 0.3, 2);
  drop(scene, hallEast, 4.0, -1, 0.3, 2);
  drop(scene, hallEast, 0.8, -1, 1.2, 2);
  drop(scene, east, 2.8, 1, 0.3, 2);
  drop(scene, east, 5.5, 1, 0.3, 2);
  drop(scene, wallAt(0, [10.08, 6.2]), 1.9, -1, 1.3, 2);
  drop(scene, wallAt(0, [10.08, 6.2]), 2.9, -1, 0.3, 2);

  const lounge = wallAt(1, [6.5, 0.2]);
  const terrace = wallAt(1, [10, 0.2]);
  const bath = wallAt(1, [0.2, 6.2]);
  drop(scene, lounge, 3.8, -1, 1.2, 3);
  drop(scene, lounge, 1.2, -1, 0.3, 2);
  drop(scene, lounge, 3.8, 1, 1.2, 2);
  drop(scene, lounge, 4.9, 1, 0.3, 2);
  drop(scene, lounge, 1.0, 1, 0.3, 2);
  drop(scene, terrace, 4.7, 1, 1.2, 2);
  drop(scene, bath, 2.4, -1, 0.5, 2);
  drop(scene, bath, 5.4, -1, 1.2, 2);
  drop(scene, wallAt(1, [0.1, 0.2]), 2.9, -1, 0.3, 2);
  drop(scene, bath, 5.3, 1, 1.2, 2);
  bathroomPipes(scene);
  kitchenPipes(scene);
}

function bathroomPipes(scene: Scene): void {
  const z = STOREY;
  const x = 6.4;
  for (const [y, h] of [
    [7.1, 0.55],
    [7.25, 0.55],
    [8.8, 0.2],
    [9.3, 1.1],
    [9.45, 1.1],
  ] as const) {
    scene.tube(
      y === 7.1 || y === 9.3 ? M.redPlastic : M.bluePipe,
      [x - 0.012, y, z + 0.02],
      [x - 0.012, y, z + h],
      0.011,
    );
    scene.tube(M.copper, [x - 0.012, y, z + h], [x - 0.07, y, z + h], 0.014);
  }
  for (const y of [7.1, 7.25])
    scene.line(
      y === 7.1 ? M.redPlastic : M.bluePipe,
      [
        [x - 0.012, y, z + 0.02],
        [5.8, y + 0.2, z + 0.015],
        [5.6, 9.2 - y * 0.02, z + 0.015],
        [4.2, 9.7, z + 0.015],
      ],
      0.011,
    );
  scene.tube(M.orangePipe, [5.9, 8.6, z], [5.9, 8.6, z + 0.22], 0.055);
  scene.tube(M.orangePipe, [5.9, 8.6, z + 0.06], [5.9, 9.7, z + 0.06], 0.055);
  scene.tube(M.greyPipe, [3.6, 9.2, z + 0.03], [5.9, 9.2, z + 0.05], 0.028);
  scene.tube(M.greyPipe, [3.6, 9.2, z], [3.6, 9.2, z + 0.14], 0.028);
  for (const y of [6.9, 7.15]) scene.tube(M.bluePipe, [2.895, y, z + 0.02], [2.895, y, z + 2.1], 0.011);
  scene.tube(M.copper, [2.9, 7.02, z + 2.1], [2.98, 7.02, z + 2.1], 0.015);
  scene.tube(M.greyPipe, [6.1, 9.62, z], [6.1, 9.62, z + CEILING], 0.055);
}

function kitchenPipes(scene: Scene): void {
  for (const [x, m] of [
    [2.4, M.bluePipe],
    [2.6, M.redPlastic],
  ] as const) {
    scene.tube(m, [x, 9.79, 0.02], [x, 9.79, 0.6], 0.011);
    scene.tube(M.copper, [x, 9.79, 0.6], [x, 9.72, 0.6], 0.014);
    scene.line(
      m,
      [
        [x, 9.79, 0.02],
        [x + 0.2, 8.9, 0.015],
        [5.9, 8.7 + x * 0.04, 0.015],
        [6.3, 7.8, 0.015],
      ],
      0.011,
    );
  }
  scene.tube(M.greyPipe, [2.9, 9.75, 0], [2.9, 9.75, 0.5], 0.028);
}

/** Conduits, ducts and trays under the slabs. */
export function ceilingRuns(scene: Scene): void {
  for (const floor of [0, 1]) {
    const z = floor * STOREY + CEILING - 0.014;
    const line = (
      points: readonly (readonly [number, number])[],
      material = M.conduit,
      radius = 0.0125,
      low = 0,
    ) =>
      scene.line(
        material,
        points.map(([x, y]): Vec3 => [x, y, z - low]),
        radius,
      );
    line([
      [3.3, 3.2],
      [3.3, 6.1],
    ]);
    line([
      [3.3, 3.2],
      [0.2, 3.2],
    ]);
    line([
      [3.3, 3.2],
      [5.2, 3.2],
      [5.2, 6.1],
    ]);
    line([
      [1.8, 1.6],
      [3.3, 1.6],
      [3.3, 3.2],
    ]);
    line([
      [3.36, 3.2],
      [6.42, 3.2],
    ]);
    for (const [x, y] of [
      [3.3, 3.2],
      [1.8, 1.6],
      [3.3, 1.6],
      [5.2, 3.2],
      [4.7, 8],
      [8.25, 3],
    ] as const)
      scene.tube(M.orangePlastic, [x, y, z - 0.03], [x, y, z + 0.013], 0.045);
    line([
      [4.7, 8],
      [4.7, 6.28],
    ]);
    line([
      [4.7, 8],
      [3.2, 8],
      [3.2, 9.7],
    ]);
    line([
      [8.25, 3],
      [8.25, 0.3],
    ]);
    line([
      [8.25, 3],
      [6.58, 3],
    ]);
    line([
      [8.31, 3],
      [9.9, 3],
    ]);
    hangers(scene, floor);
  }
  ducts(scene);
}

/** Cable tray along the hall, carried by threaded rods. */
function hangers(scene: Scene, floor: number): void {
  const top = floor * STOREY + CEILING;
  const z = top - 0.42;
  scene.box(M.duct, [9.35, 0.4, z], [9.65, 5.5, z + 0.006]);
  for (const x of [9.35, 9.65]) scene.box(M.duct, [x - 0.004, 0.4, z], [x + 0.004, 5.5, z + 0.06]);
  for (let y = 0.8; y < 5.5; y += 1.2)
    for (const x of [9.33, 9.67]) scene.tube(M.galvanised, [x, y, z - 0.02], [x, y, top], 0.005);
  for (let i = 0; i < 5; i++)
    scene.tube(
      i % 2 ? M.cable : M.greyPipe,
      [9.4 + i * 0.045, 0.4, z + 0.02],
      [9.42 + i * 0.045, 5.5, z + 0.02],
      0.014,
    );
}

function ducts(scene: Scene): void {
  const z = CEILING;
  const duct = (lo: readonly [number, number], hi: readonly [number, number], base: number, h: number) => {
    const alongX = hi[0] - lo[0] > hi[1] - lo[1];
    scene.box(M.duct, [lo[0], lo[1], base + z - 0.08 - h], [hi[0], hi[1], base + z - 0.08]);
    const length = alongX ? hi[0] - lo[0] : hi[1] - lo[1];
    for (let d = 0; d <= length + 0.01; d += 1.15) {
      const a = Math.min(d, length);
      const p: [number, number] = alongX ? [lo[0] + a, lo[1]] : [lo[0], lo[1] + a];
      const q: [number, number] = alongX ? [lo[0] + a, hi[1]] : [hi[0], lo[1] + a];
      scene.box(
        M.duct,
        [p[0] - 0.02, p[1] - 0.02, base + z - 0.1 - h],
        [q[0] + 0.02, q[1] + 0.02, base + z - 0.06],
      );
      scene.tube(M.galvanised, [p[0], p[1], base + z - 0.1 - h], [p[0], p[1], base + z], 0.005);
      scene.tube(M.galvanised, [q[0], q[1], base + z - 0.1 - h], [q[0], q[1], base + z], 0.005);
    }
  };
  duct([1.2, 4.9], [6.4, 5.35], 0, 0.3);
  duct([0.6, 7.0], [6.4, 7.35], 0, 0.26);
  duct([10.3, 5.2], [13.7, 5.6], 0, 0.28);
  duct([5.5, 0.5], [5.95, 5.9], STOREY, 0.3);
  for (const [y, m, r] of [
    [9.0, M.blackFoam, 0.03],
    [9.12, M.blackFoam, 0.022],
  ] as const)
    scene.tube(m, [0.3, y, z - 0.12], [6.4, y, z - 0.12], r);
  for (const [x, m, r] of [
    [7.0, M.blackFoam, 0.032],
    [7.14, M.blackFoam, 0.024],
    [7.32, M.orangePipe, 0.055],
  ] as const)
    scene.tube(m, [x, 0.3, z - 0.16], [x, 5.5, z - 0.16], r);
  scene.tube(M.orangePipe, [3.2, 6.3, STOREY * 1 - SLAB - 0.2], [3.2, 9.7, STOREY - SLAB - 0.14], 0.055);
}
