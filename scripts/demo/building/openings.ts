import type { Scene } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { type Opening, STAIR_WINDOW, STOREY, WALLS, type Wall } from "./plan.ts";
import { beside, boxOnWall, eachOpening } from "./walls.ts";

const FRAME = 0.055;

/** Aluminium windows with panes, sills of stone; some panes still have the blue protective foil. */
export function glaze(scene: Scene): void {
  let count = 0;
  eachOpening(WALLS, (wall, opening) => {
    if (opening.kind === "window") window(scene, wall, opening, count++ % 4 === 1);
    if (opening.kind === "passage" && wall.outer) slidingFrame(scene, wall, opening);
    if (opening.kind === "door") doorFrame(scene, wall, opening);
  });
  stairWindow(scene);
}

function pane(scene: Scene, wall: Wall, a: number, b: number, lo: number, hi: number, film: boolean): void {
  const z = wall.floor * STOREY;
  const [x0, y0] = beside(wall, a, 0);
  const [x1, y1] = beside(wall, b, 0);
  const alongX = wall.from[1] === wall.to[1];
  const t = 0.004;
  scene.pane(
    [Math.min(x0, x1) - (alongX ? 0 : t), Math.min(y0, y1) - (alongX ? t : 0), z + lo],
    [Math.max(x0, x1) + (alongX ? 0 : t), Math.max(y0, y1) + (alongX ? t : 0), z + hi],
    film,
  );
}

function window(scene: Scene, wall: Wall, o: Opening, film: boolean): void {
  const a = o.at;
  const b = o.at + o.width;
  const bar = (p: number, q: number, lo: number, hi: number) =>
    boxOnWall(scene, wall, M.aluminium, [p, q], [-0.035, 0.035], [lo, hi]);
  bar(a, b, o.sill, o.sill + FRAME);
  bar(a, b, o.head - FRAME, o.head);
  const leaves = Math.max(1, Math.round(o.width / 0.95));
  for (let i = 0; i <= leaves; i++) {
    const at = a + (o.width * i) / leaves;
    const half = i === 0 || i === leaves ? FRAME : FRAME * 0.6;
    bar(Math.max(a, at - half), Math.min(b, at + half), o.sill, o.head);
    if (i < leaves) pane(scene, wall, at, a + (o.width * (i + 1)) / leaves, o.sill, o.head, film && i === 0);
  }
  if (o.sill > 0.3) {
    const [x, y] = beside(wall, a + o.width / 2, 0.5);
    const inward = x > 0 && x < 14 && y > 0 && y < 10 ? 1 : -1;
    const deep: [number, number] = inward > 0 ? [0.03, 0.14] : [-0.14, -0.03];
    boxOnWall(scene, wall, M.marble, [a - 0.03, b + 0.03], deep, [o.sill - 0.025, o.sill + 0.005]);
  }
}

function slidingFrame(scene: Scene, wall: Wall, o: Opening): void {
  const a = o.at;
  const b = o.at + o.width;
  const bar = (p: number, q: number, lo: number, hi: number, d = 0) =>
    boxOnWall(scene, wall, M.aluminium, [p, q], [d - 0.04, d + 0.04], [lo, hi]);
  bar(a, b, o.head - 0.07, o.head);
  bar(a, a + 0.06, 0, o.head);
  bar(b - 0.06, b, 0, o.head);
  boxOnWall(scene, wall, M.aluminium, [a, b], [-0.05, 0.05], [0, 0.02]);
  // One leaf is in, slid to the side; the opening stays clear.
  const end = a + o.width * 0.38;
  bar(end - 0.06, end, 0, o.head);
  bar(a, end, 0, 0.08);
  pane(scene, wall, a + 0.06, end, 0.08, o.head - 0.07, false);
}

function doorFrame(scene: Scene, wall: Wall, o: Opening): void {
  const half = wall.thickness / 2 + 0.02;
  const trim = (p: number, q: number, lo: number, hi: number) =>
    boxOnWall(scene, wall, M.door, [p, q], [-half, half], [lo, hi]);
  trim(o.at, o.at + 0.04, 0, o.head);
  trim(o.at + o.width - 0.04, o.at + o.width, 0, o.head);
  trim(o.at, o.at + o.width, o.head - 0.04, o.head);
  for (const side of [-1, 1]) {
    const skin: [number, number] = side > 0 ? [half - 0.002, half + 0.012] : [-half - 0.012, -half + 0.002];
    boxOnWall(scene, wall, M.door, [o.at - 0.06, o.at + 0.03], skin, [0, o.head + 0.06]);
    boxOnWall(scene, wall, M.door, [o.at + o.width - 0.03, o.at + o.width + 0.06], skin, [0, o.head + 0.06]);
    boxOnWall(scene, wall, M.door, [o.at, o.at + o.width], skin, [o.head - 0.03, o.head + 0.06]);
  }
}

function stairWindow(scene: Scene): void {
  const { x0, x1, z0, z1 } = STAIR_WINDOW;
  for (const x of [x0, (x0 + x1) / 2, x1]) scene.box(M.aluminium, [x - 0.04, 9.86, z0], [x + 0.04, 9.94, z1]);
  for (const z of [z0, z0 + (z1 - z0) / 3, z0 + ((z1 - z0) * 2) / 3, z1])
    scene.box(M.aluminium, [x0, 9.86, z - 0.03], [x1, 9.94, z + 0.03]);
  scene.pane([x0, 9.897, z0], [x1, 9.903, z1]);
}

/** Leaf of a door, opened by `angle` degrees from the wall's direction around a hinge. */
export function doorLeaf(
  scene: Scene,
  x: number,
  y: number,
  z: number,
  yaw: number,
  width: number,
  height: number,
): void {
  const a = (yaw * Math.PI) / 180;
  const at = (d: number): [number, number] => [x + Math.cos(a) * d, y + Math.sin(a) * d];
  const [cx, cy] = at(width / 2);
  scene.turnedBox(M.door, [cx, cy, z + height / 2 + 0.01], [width, 0.042, height], yaw);
  for (const h of [0.28, 0.68])
    scene.turnedBox(M.door, [cx, cy, z + height * h + 0.2], [width * 0.7, 0.052, height * 0.3], yaw);
  const [hx, hy] = at(width - 0.07);
  for (const s of [-1, 1]) {
    const ox = -Math.sin(a) * 0.05 * s;
    const oy = Math.cos(a) * 0.05 * s;
    scene.tube(M.chrome, [hx, hy, z + 1.02], [hx + ox, hy + oy, z + 1.02], 0.012);
    const [gx, gy] = at(width - 0.19);
    scene.tube(M.chrome, [hx + ox, hy + oy, z + 1.02], [gx + ox, gy + oy, z + 1.02], 0.009);
  }
}
