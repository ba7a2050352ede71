import { createRandom, type Random } from "../core/random.ts";
import { Scene, type Vec3 } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { backProps, guardRails, roofFormwork, starterBars } from "./formwork.ts";
import { buildOutside } from "./outside.ts";
import { STOREY } from "./plan.ts";
import { bucket, ladder, lampStand, wheelbarrow } from "./props.ts";
import { bagStack, boardStack, debris, heap, pallet, rebarBundle } from "./stacks.ts";
import { buildStructure } from "./structure.ts";

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
  mark(6.35, 9.95, 1.45, [0, -1, 0], "C5", 0.14, blue);
  mark(9.88, 5.99, 1.5, [1, 0, 0], "C8", 0.12, blue);
  mark(6.35, 6.3, 1.62, [0, -1, 0], "C6", 0.14, red);
  mark(6.65, 6.05, 1.0, [0, 1, 0], "^+1.0", 0.07, red);
  mark(6.35, 6.35, STOREY + 1.5, [0, -1, 0], "B6", 0.14, blue);
  mark(9.85, 6.35, STOREY + 1.0, [0, -1, 0], "^+1.0", 0.07, red);
  mark(10.15, 6.05, STOREY + 1.5, [0, 1, 0], "B8", 0.12, blue);
  mark(10.15, 6.05, 1.4, [0, 1, 0], "C8", 0.13, blue);
}
