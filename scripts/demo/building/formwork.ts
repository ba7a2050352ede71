import type { Random } from "../core/random.ts";
import type { Scene, Vec3 } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { DEPTH, SLAB, STAIRWELL, STOREY, WIDTH } from "./plan.ts";
import { joist, prop } from "./props.ts";
import { COLUMNS_X, COLUMNS_Y } from "./structure.ts";

/** Under the roof slab: sheets, joists both ways, props; already struck in the middle bay. */
export function roofFormwork(scene: Scene, random: Random): void {
  const top = 2 * STOREY - SLAB;
  const z = STOREY;
  const bays: [number, number, number, number][] = [
    [0.45, 0.45, 6.2, 5.95],
    [0.45, 6.45, 6.2, 9.55],
  ];
  for (const [x0, y0, x1, y1] of bays) {
    for (let x = x0; x < x1 - 0.3; x += 1.25)
      for (let y = y0; y < y1 - 0.2; y += 0.625) {
        if (random() < 0.04) continue;
        scene.box(M.yellowPanel, [x, y, top - 0.021], [Math.min(x1, x + 1.245), Math.min(y1, y + 0.62), top]);
      }
    for (let x = x0 + 0.25; x < x1; x += 0.5) joist(scene, [x, y0, top - 0.221], [x, y1 + 0.1, top - 0.221]);
    for (let y = y0 + 0.5; y < y1; y += 1.65) {
      joist(scene, [x0 - 0.1, y, top - 0.421], [x1 + 0.1, y, top - 0.421]);
      for (let x = x0 + 0.35; x < x1; x += 1.3) {
        if (Math.hypot(x - 3.4, y - 3.3) < 0.7 || Math.hypot(x - 4.7, y - 7.9) < 0.7) continue;
        prop(
          scene,
          x + (random() - 0.5) * 0.08,
          y + (random() - 0.5) * 0.04,
          z,
          top - 0.421 - z,
          random() < 0.7 ? M.redSteel : M.blueSteel,
        );
      }
    }
  }
}

/** Ground floor: a line of props left under the middle of each bay. */
export function backProps(scene: Scene): void {
  const h = STOREY - SLAB - 0.2;
  for (const [x, y] of [
    [1.6, 3.4],
    [4.9, 3.6],
    [4.9, 1.3],
    [1.6, 8],
    [5.2, 8.2],
    [12, 1.4],
    [12, 5],
    [11.2, 8],
  ] as const) {
    prop(scene, x, y, 0, h, M.blueSteel);
    joist(scene, [x - 0.9, y, h], [x + 0.9, y, h]);
  }
}

/** Tubes, mid rails and toe boards along the open edges upstairs and around the stairwell. */
export function guardRails(scene: Scene): void {
  const z = STOREY;
  const run = (from: readonly [number, number], to: readonly [number, number]) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const n = Math.max(1, Math.round(length / 1.8));
    for (let i = 0; i <= n; i++) {
      const x = from[0] + ((to[0] - from[0]) * i) / n;
      const y = from[1] + ((to[1] - from[1]) * i) / n;
      scene.tube(M.galvanised, [x, y, z], [x, y, z + 1.15], 0.024);
      scene.box(M.greySteel, [x - 0.06, y - 0.06, z], [x + 0.06, y + 0.06, z + 0.012]);
    }
    for (const h of [0.55, 1.08])
      scene.tube(M.galvanised, [from[0], from[1], z + h], [to[0], to[1], z + h], 0.024);
    scene.beam(M.plank, [from[0], from[1], z + 0.1], [to[0], to[1], z + 0.1], 0.03, 0.18);
  };
  run([0.02, 0.02], [WIDTH - 0.02, 0.02]);
  run([WIDTH - 0.02, 0.02], [WIDTH - 0.02, DEPTH]);
  run([0.02, 0.02], [0.02, DEPTH]);
  run([0.02, DEPTH - 0.02], [WIDTH - 0.02, DEPTH - 0.02]);
  const w = STAIRWELL;
  run([w.x1 + 0.06, w.y0], [w.x1 + 0.06, w.y1]);
  run([8.2, w.y0 - 0.06], [w.x1, w.y0 - 0.06]);
}

export function starterBars(scene: Scene, random: Random): void {
  const bar = (x: number, y: number, z: number, h: number) => {
    const lean = (random() - 0.5) * 0.03;
    scene.tube(M.rebar, [x, y, z], [x + lean, y + lean, z + h], 0.009);
  };
  const cage = (cx: number, cy: number, z: number, h: number) => {
    for (const dx of [-0.11, 0, 0.11])
      for (const dy of [-0.16, 0, 0.16])
        if (dx !== 0 || dy !== 0) bar(cx + dx, cy + dy, z, h * (0.92 + random() * 0.1));
    for (let k = 0; k < 3; k++) {
      const q = z + 0.12 + k * 0.18;
      const p: Vec3[] = [
        [cx - 0.12, cy - 0.17, q],
        [cx + 0.12, cy - 0.17, q],
        [cx + 0.12, cy + 0.17, q],
        [cx - 0.12, cy + 0.17, q],
        [cx - 0.12, cy - 0.17, q],
      ];
      scene.line(M.rebar, p, 0.005);
    }
  };
  for (const x of COLUMNS_X) for (const y of COLUMNS_Y) if (x < 10.1 || y > 6) cage(x, y, 2 * STOREY, 0.9);
  // The corner of the terrace gets a pergola post: its cage and the upstand bars are in place.
  cage(13.85, 0.3, STOREY, 1.3);
  for (let x = 10.4; x < 13.6; x += 0.2) bar(x, 0.12, STOREY, 0.5);
  for (let y = 0.7; y < 6; y += 0.2) bar(13.88, y, STOREY, 0.5);
  for (let k = 0; k < 2; k++) {
    scene.tube(M.rebar, [10.3, 0.12, STOREY + 0.2 + k * 0.2], [13.7, 0.12, STOREY + 0.2 + k * 0.2], 0.006);
    scene.tube(M.rebar, [13.88, 0.6, STOREY + 0.2 + k * 0.2], [13.88, 6, STOREY + 0.2 + k * 0.2], 0.006);
  }
}
