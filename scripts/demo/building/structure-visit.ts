import { createRandom, type Random } from "../core/random.ts";
import { Scene, type Vec3 } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { buildOutside } from "./outside.ts";
import { DEPTH, SLAB, STAIRWELL, STOREY, WIDTH } from "./plan.ts";
import {
  bagStack,
  boardStack,
  bucket,
  debris,
  heap,
  joist,
  ladder,
  lampStand,
  pallet,
  prop,
  rebarBundle,
  wheelbarrow,
} from "./props.ts";
import { buildStructure, COLUMNS_X, COLUMNS_Y } from "./structure.ts";

/** First visit: the concrete frame, roof slab still on its props. */
export function structureVisit(): Scene {
  const scene = new Scene();
  const random = createRandom(18022026);
  buildOutside(scene);
  buildStructure(scene, { ceiling: M.soffit, floor: () => M.freshSlab });
  roofFormwork(scene, random);
  backProps(scene);
  guardRails(scene);
  starterBars(scene, random);
  groundFloor(scene, random);
  firstFloor(scene, random);
  yard(scene, random);
  signs(scene);
  return scene;
}

/** Under the roof slab: sheets, joists both ways, props; struck already in the middle bay. */
function roofFormwork(scene: Scene, random: Random): void {
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
function backProps(scene: Scene): void {
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
function guardRails(scene: Scene): void {
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

function starterBars(scene: Scene, random: Random): void {
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
  // The corner of the terrace gets a pergola post: its cage and the upstand bars are waiting.
  cage(13.85, 0.3, STOREY, 1.3);
  for (let x = 10.4; x < 13.6; x += 0.2) bar(x, 0.12, STOREY, 0.5);
  for (let y = 0.7; y < 6; y += 0.2) bar(13.88, y, STOREY, 0.5);
  for (let k = 0; k < 2; k++) {
    scene.tube(M.rebar, [10.3, 0.12, STOREY + 0.2 + k * 0.2], [13.7, 0.12, STOREY + 0.2 + k * 0.2], 0.006);
    scene.tube(M.rebar, [13.88, 0.6, STOREY + 0.2 + k * 0.2], [13.88, 6, STOREY + 0.2 + k * 0.2], 0.006);
  }
}

function groundFloor(scene: Scene, random: Random): void {
  boardStack(scene, random, M.plywood, [1.7, 1.7, 0], [2.44, 1.22, 0.021], 12, 22);
  boardStack(scene, random, M.plank, [5.6, 4.7, 0], [3, 0.9, 0.05], 96, 6);
  rebarBundle(scene, random, 2.4, 5.2, 0, 4, 5.2, 34);
  for (let i = 0; i < 9; i++)
    scene.tube(M.redSteel, [0.8 + i * 0.09, 4.0, 0.05], [0.85 + i * 0.09, 5.9, 0.05], 0.03);
  bucket(scene, 4.3, 5.2, 0, M.blackPlastic);
  bucket(scene, 4.62, 5.35, 0, M.blackPlastic);
  debris(scene, random, 4.6, 1.6, 0, 2.2, 60);
  debris(scene, random, 2, 3.8, 0, 1.6, 36);

  for (let i = 0; i < 6; i++)
    scene.turnedBox(M.yellowPanel, [0.62 + i * 0.035, 8.3, 0.62], [1.24, 0.028, 2.4], 90, 0, 8 + i * 0.5);
  bagStack(scene, random, 4.9, 9.1, 0, 6, 4);
  pallet(scene, 1.9, 9.0, 0, 84);
  heap(scene, random, M.sand, 5.6, 7, 0, 0.55);
  debris(scene, random, 3.2, 8.2, 0, 1.9, 60);
  scene.line(
    M.yellowCable,
    [
      [6.3, 9.4, 0.02],
      [4.2, 8.9, 0.012],
      [2.9, 9.3, 0.012],
      [1.3, 8.6, 0.012],
      [0.4, 7.2, 0.012],
    ],
    0.009,
  );

  wheelbarrow(scene, 7.45, 4.25, 0, 70);
  boardStack(scene, random, M.plank, [9.35, 1.5, 0], [2.6, 0.7, 0.05], 88, 4);
  lampStand(scene, 9.3, 4.9, 0, 230);
  bucket(scene, 9.05, 3.2, 0, M.bluePlastic);
  debris(scene, random, 8.2, 1.6, 0, 1.4, 46);
  for (let i = 0; i < 5; i++)
    scene.tube(M.blueSteel, [6.95, 0.6 + i * 0.09, 0.05], [7.0, 2.6 + i * 0.09, 0.05 + (i % 2) * 0.02], 0.03);

  rebarBundle(scene, random, 11.6, 4.9, 0, 88, 2.4, 20);
  for (let k = 0; k < 3; k++)
    for (let i = 0; i < 13; i++) {
      scene.tube(
        M.rebar,
        [12.4 + i * 0.1, 0.8, 0.06 + k * 0.03],
        [12.4 + i * 0.1, 2.5, 0.06 + k * 0.03],
        0.004,
      );
      scene.tube(
        M.rebar,
        [12.35, 0.85 + i * 0.135, 0.064 + k * 0.03],
        [13.65, 0.85 + i * 0.135, 0.064 + k * 0.03],
        0.004,
      );
    }
  boardStack(scene, random, M.yellowPanel, [13.1, 5.1, 0], [1.2, 0.6, 0.028], 4, 18);
  debris(scene, random, 11.4, 2.4, 0, 1.3, 46);
  heap(scene, random, M.looseBlock, 10.8, 5.4, 0, 0.4);
}

function firstFloor(scene: Scene, random: Random): void {
  const z = STOREY;
  boardStack(scene, random, M.plywood, [7.6, 1.3, z], [2.44, 1.22, 0.021], 84, 14);
  rebarBundle(scene, random, 9.4, 3.6, z, 90, 3.6, 22);
  bucket(scene, 9.0, 4.9, z, M.blackPlastic);
  ladder(scene, [7.0, 3.9, z], [6.75, 4.9, z + 3.2], 0.45, M.freshTimber);
  debris(scene, random, 8.2, 3.6, z, 1.8, 60);
  boardStack(scene, random, M.freshTimber, [1.6, 4.6, z], [2.6, 0.7, 0.08], 80, 5);
  boardStack(scene, random, M.yellowPanel, [5.3, 1.1, z], [1.2, 0.6, 0.028], 8, 12);
  debris(scene, random, 3.6, 2.6, z, 2.2, 70);
  bucket(scene, 2.6, 2.3, z, M.whitePlastic);
  bagStack(scene, random, 5.7, 9.1, z, 88, 2);
  debris(scene, random, 4.7, 8.1, z, 1.5, 50);
  for (const [x, y] of [
    [3.7, 9.2],
    [5.4, 7.0],
  ] as const) {
    scene.tube(M.orangePipe, [x, y, z], [x, y, z + 0.32], 0.055);
    scene.tube(M.orangePipe, [x + 0.3, y + 0.1, z], [x + 0.3, y + 0.1, z + 0.22], 0.028);
  }
  boardStack(scene, random, M.plywood, [12.6, 5.1, z], [2.44, 1.22, 0.021], 2, 12);
  rebarBundle(scene, random, 10.9, 3.4, z, 92, 4.4, 40);
  wheelbarrow(scene, 12.9, 1.4, z, 205);
  debris(scene, random, 12, 3.2, z, 1.9, 60);
  for (let i = 0; i < 7; i++)
    scene.tube(M.redSteel, [11.6 + i * 0.085, 0.9, z + 0.04], [11.55 + i * 0.085, 2.1, z + 0.04], 0.03);
  bucket(scene, 13.3, 2.6, z, M.blackPlastic);
}

function yard(scene: Scene, random: Random): void {
  const z = -0.45;
  heap(scene, random, M.sand, -4.2, 3.5, z, 2.4);
  heap(scene, random, M.sand, 19.5, 9, z, 2.1);
  heap(scene, random, M.looseBlock, 3, -5.8, z, 1.3);
  rebarBundle(scene, random, 17.5, 3, z, 86, 9, 90);
  boardStack(scene, random, M.plywood, [2.5, 13.6, z], [2.44, 1.22, 0.021], 4, 40);
  boardStack(scene, random, M.yellowPanel, [7.5, 13.8, z], [2.5, 0.5, 0.03], 2, 34);
  for (let i = 0; i < 4; i++)
    boardStack(scene, random, M.freshTimber, [11.5 + i * 1.3, 14.2, z], [3, 0.9, 0.09], 90, 7);
  siteCabin(scene, 14.5, -8.8);
  scene.tube(M.whitePlastic, [22, 15, z], [22, 15, z + 2], 0.95);
}

/** Steel cabin of the site office. */
export function siteCabin(scene: Scene, x: number, y: number): void {
  const z = -0.3;
  scene.box(M.whiteMetal, [x, y, z], [x + 6, y + 2.4, z + 2.6]);
  scene.box(M.blueSteel, [x - 0.03, y - 0.03, z + 2.45], [x + 6.03, y + 2.43, z + 2.62]);
  scene.box(M.blueSteel, [x - 0.03, y - 0.03, z], [x + 6.03, y + 2.43, z + 0.14]);
  scene.box(M.aluminium, [x + 0.8, y + 2.4, z + 0.9], [x + 2, y + 2.43, z + 2]);
  scene.box(M.greySteel, [x + 3.6, y + 2.4, z + 0.1], [x + 4.5, y + 2.43, z + 2.1]);
  scene.box(M.whitePlastic, [x + 2.4, y + 2.4, z + 1.5], [x + 3.1, y + 2.75, z + 2]);
}

function signs(scene: Scene): void {
  const red: Vec3 = [0.62, 0.05, 0.04];
  const blue: Vec3 = [0.05, 0.14, 0.5];
  const up: Vec3 = [0, 0, 1];
  const mark = (x: number, y: number, z: number, along: Vec3, text: string, height: number, colour: Vec3) =>
    scene.write({ origin: [x, y, z], along, up, height, text, colour });
  mark(6.36, 5.99, 1.0, [1, 0, 0], "^+1.00", 0.075, red);
  mark(6.37, 9.6, 1.45, [0, 1, 0], "C5", 0.14, blue);
  mark(9.88, 5.99, 1.5, [1, 0, 0], "C8", 0.12, blue);
  mark(6.35, 6.3, 1.62, [0, -1, 0], "C6", 0.14, red);
  mark(6.65, 6.05, 1.0, [0, 1, 0], "^+1.0", 0.07, red);
  mark(6.35, 6.35, STOREY + 1.5, [0, -1, 0], "B6", 0.14, blue);
  mark(9.85, 6.35, STOREY + 1.0, [0, -1, 0], "^+1.0", 0.07, red);
  mark(10.15, 6.05, STOREY + 1.5, [0, 1, 0], "B8", 0.12, blue);
  mark(10.15, 6.05, 1.4, [0, 1, 0], "C8", 0.13, blue);
}
