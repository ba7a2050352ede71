import { createRandom, type Random } from "../core/random.ts";
import { Scene, type Vec3 } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { bulb } from "./ceilings.ts";
import { ceilingRuns, firstFix } from "./first-fix.ts";
import { buildOutside } from "./outside.ts";
import { PORTALS, ROOM_BOXES, SLAB, STAIRWELL, STOREY, WALLS } from "./plan.ts";
import { bucket, coil, ladder, lampStand, stepLadder, trestle, trough, wheelbarrow } from "./props.ts";
import { scaffold } from "./scaffold.ts";
import { bagStack, blockPallet, boardStack, debris, heap } from "./stacks.ts";
import { buildStructure } from "./structure.ts";
import { siteCabin } from "./structure-visit.ts";
import { boxOnWall, buildWall, eachOpening } from "./walls.ts";

/** Second visit: block walls on both floors, conduits and pipes, scaffolding outside. */
export function masonryVisit(): Scene {
  const scene = new Scene();
  scene.portals = PORTALS;
  scene.roomBoxes = ROOM_BOXES;
  const random = createRandom(8042026);
  buildOutside(scene);
  buildStructure(scene, { ceiling: M.soffit, floor: () => M.dustySlab });
  for (const wall of WALLS) buildWall(scene, wall, M.blockwork);
  lintels(scene);
  parapet(scene);
  firstFix(scene);
  ceilingRuns(scene);
  scaffolding(scene, random);
  groundFloor(scene, random);
  firstFloor(scene, random);
  worksLighting(scene);
  yard(scene, random);
  signs(scene);
  return scene;
}

/** Precast lintels and, at the windows, a sill course. */
function lintels(scene: Scene): void {
  eachOpening(WALLS, (wall, opening) => {
    const half = wall.thickness / 2 + 0.004;
    const a = opening.at;
    const b = opening.at + opening.width;
    boxOnWall(
      scene,
      wall,
      M.castConcrete,
      [a - 0.2, b + 0.2],
      [-half, half],
      [opening.head, opening.head + 0.2],
    );
    if (opening.sill > 0.3)
      boxOnWall(
        scene,
        wall,
        M.castConcrete,
        [a - 0.02, b + 0.02],
        [-half, half],
        [opening.sill - 0.06, opening.sill],
      );
  });
}

function parapet(scene: Scene): void {
  const z = STOREY;
  scene.box(M.blockwork, [10.15, 0, z], [14, 0.2, z + 0.8]);
  scene.box(M.blockwork, [13.8, 0.2, z], [14, 6.1, z + 0.6]);
  scene.box(M.blockwork, [13.8, 3.6, z + 0.6], [14, 6.1, z + 0.8]);
  const w = STAIRWELL;
  for (const h of [0.55, 1.08]) {
    scene.tube(M.galvanised, [w.x1 + 0.06, w.y0, z + h], [w.x1 + 0.06, w.y1, z + h], 0.024);
    scene.tube(M.galvanised, [8.25, w.y0 - 0.06, z + h], [w.x1 + 0.06, w.y0 - 0.06, z + h], 0.024);
  }
  for (const x of [8.25, w.x1 + 0.06])
    scene.tube(M.galvanised, [x, w.y0 - 0.06, z], [x, w.y0 - 0.06, z + 1.15], 0.024);
}

function scaffolding(scene: Scene, random: Random): void {
  scaffold(scene, random, [-1, -0.35], [7, -0.35], [0, -1], 3, [[0, 3]]);
  scaffold(scene, random, [-0.35, 0], [-0.35, 10], [-1, 0], 3, [[5, 10]]);
  scaffold(scene, random, [0, 10.35], [14, 10.35], [0, 1], 3, [
    [0, 4],
    [8, 14],
  ]);
  scaffold(scene, random, [14.35, 0], [14.35, 10], [1, 0], 2, [[6, 10]]);
}

/** Bulbs on festoon cable where the walls block the light. */
function worksLighting(scene: Scene): void {
  const top = STOREY - SLAB;
  for (const [x, y] of [
    [7.3, 2.2],
    [8.9, 5.2],
    [4.4, 7.6],
    [11.2, 3.6],
  ] as const)
    bulb(scene, x, y, top, 0.5);
  for (const [x, y] of [
    [4.0, 7.2],
    [5.4, 8.9],
    [7.4, 3.4],
  ] as const)
    bulb(scene, x, y, STOREY + top, 0.5);
  scene.line(
    M.cable,
    [
      [7.3, 0.3, top - 0.02],
      [7.3, 2.2, top - 0.05],
      [8.9, 5.2, top - 0.03],
    ],
    0.006,
  );
  scene.line(
    M.cable,
    [
      [4.0, 6.3, STOREY + top - 0.02],
      [4.0, 7.2, STOREY + top - 0.04],
      [5.4, 8.9, STOREY + top - 0.03],
    ],
    0.006,
  );
}

function groundFloor(scene: Scene, random: Random): void {
  blockPallet(scene, random, 1.3, 5.0, 0, 8, 5);
  blockPallet(scene, random, 2.6, 5.2, 0, 95, 3);
  trough(scene, 5.2, 4.7, 0, 20);
  trestle(scene, 4.6, 1.0, 0, 2.2);
  bucket(scene, 4.4, 1.05, 1.06, M.blackPlastic);
  debris(scene, random, 3.4, 4.2, 0, 2.1, 70);
  debris(scene, random, 1.2, 2.2, 0, 1.2, 40);
  coil(scene, 1.4, 1.2, 0, M.conduit, 0.36, 6);
  for (let i = 0; i < 9; i++)
    scene.tube(
      M.conduit,
      [0.35 + i * 0.028, 3.9, 0.02 + (i % 3) * 0.02],
      [0.5 + i * 0.028, 1.9, 0.02 + (i % 3) * 0.02],
      0.0125,
    );

  bagStack(scene, random, 5.5, 9.1, 0, 4, 3);
  heap(scene, random, M.sand, 0.9, 9.0, 0, 0.6);
  stepLadder(scene, 1.6, 7.1, 0, 30);
  bucket(scene, 4.6, 8.9, 0, M.blackPlastic);
  bucket(scene, 4.3, 9.15, 0, M.bluePlastic);
  debris(scene, random, 3, 8, 0, 1.6, 60);
  for (let i = 0; i < 6; i++)
    scene.tube(
      M.orangePipe,
      [1.0, 9.65 - i * 0.02, 0.06 + i * 0.112],
      [4.0, 9.6 - i * 0.02, 0.06 + i * 0.112],
      0.055,
    );

  blockPallet(scene, random, 9.3, 5.0, 0, 86, 3);
  wheelbarrow(scene, 7.3, 4.4, 0, 110);
  ladder(scene, [9.6, 0.9, 0], [9.85, 0.4, 2.9], 0.42, M.freshTimber);
  lampStand(scene, 6.95, 1.0, 0, 40);
  debris(scene, random, 8.2, 3.4, 0, 1.6, 70);
  scene.line(
    M.yellowCable,
    [
      [6.95, 1, 0.02],
      [7.6, 1.9, 0.012],
      [8.1, 3.8, 0.012],
      [9.7, 4.3, 0.012],
      [9.9, 6, 0.012],
    ],
    0.009,
  );

  blockPallet(scene, random, 13.1, 5.3, 0, 2, 4);
  trestle(scene, 12.6, 0.85, 0, 1.6);
  trough(scene, 10.8, 4.6, 0, 80);
  boardStack(scene, random, M.plank, [10.6, 2.1, 0], [2.4, 0.5, 0.04], 88, 5);
  debris(scene, random, 12, 3.4, 0, 1.6, 70);
  bucket(scene, 13.4, 2.5, 0, M.whitePlastic);
}

function firstFloor(scene: Scene, random: Random): void {
  const z = STOREY;
  blockPallet(scene, random, 7.3, 4.7, z, 5, 3);
  stepLadder(scene, 9.2, 4.6, z, 70);
  coil(scene, 7.1, 1.1, z, M.conduit, 0.34, 5);
  coil(scene, 8.0, 0.8, z, M.orangePipe, 0.3, 6);
  debris(scene, random, 8.2, 3, z, 1.6, 60);
  bucket(scene, 9.5, 0.8, z, M.blackPlastic);

  blockPallet(scene, random, 1.1, 2.4, z, 92, 4);
  trestle(scene, 3.2, 0.95, z, 2.2);
  trough(scene, 5.4, 5.2, z, 15);
  lampStand(scene, 0.9, 5.4, z, 310);
  debris(scene, random, 3.4, 3.4, z, 2.3, 90);
  bucket(scene, 2.7, 5.2, z, M.blackPlastic);
  bucket(scene, 2.4, 5.45, z, M.bluePlastic);

  bagStack(scene, random, 3.5, 9.2, z, 2, 2);
  bucket(scene, 5.9, 7.0, z, M.blackPlastic);
  debris(scene, random, 4.7, 8, z, 1.3, 60);
  for (let i = 0; i < 5; i++)
    scene.tube(
      M.greyPipe,
      [3.05 + i * 0.03, 6.6, 0.04 + z + (i % 2) * 0.09],
      [3.1 + i * 0.03, 8.8, 0.04 + z + (i % 2) * 0.09],
      0.04,
    );

  blockPallet(scene, random, 12.9, 5.3, z, 4, 5);
  blockPallet(scene, random, 10.8, 5.4, z, 96, 3);
  trough(scene, 12.8, 1.3, z, 65);
  heap(scene, random, M.sand, 11, 0.95, z, 0.65, 0.24);
  debris(scene, random, 12, 3.2, z, 1.7, 80);
  scene.turnedBox(M.tarpaulin, [13.1, 3.6, z + 0.16], [1.1, 1.5, 0.3], 8);
  scene.ellipsoid(M.tarpaulin, [13.1, 3.6, z + 0.3], [0.5, 0.7, 0.16], 8);
}

function yard(scene: Scene, random: Random): void {
  const z = -0.45;
  heap(scene, random, M.sand, -4.6, 2.5, z, 2.6);
  heap(scene, random, M.sand, 19.8, 10, z, 1.6);
  for (let i = 0; i < 5; i++)
    for (let j = 0; j < 2; j++) blockPallet(scene, random, 17.2 + i * 1.35, -2 + j * 1.5, z, 90, 6);
  for (let i = 0; i < 4; i++) blockPallet(scene, random, 2 + i * 1.5, -6.2, z, 3, 6);
  boardStack(scene, random, M.plywood, [5, 14.4, z], [2.44, 1.22, 0.021], 4, 20);
  siteCabin(scene, 14.5, -8.8);
  scene.tube(M.whitePlastic, [22, 15, z], [22, 15, z + 2], 0.95);
  // Drum mixer by the sand.
  scene.tube(M.yellowSteel, [-3.1, 5.6, z + 0.75], [-2.6, 5.9, z + 1.35], 0.5, 0.24);
  scene.tube(M.yellowSteel, [-3.4, 5.42, z + 0.4], [-3.1, 5.6, z + 0.75], 0.36, 0.5);
  for (const s of [-0.4, 0.4]) scene.tube(M.yellowSteel, [-3 + s, 5.7 - s, z], [-3, 5.7, z + 0.8], 0.03);
}

function signs(scene: Scene): void {
  const up: Vec3 = [0, 0, 1];
  const red: Vec3 = [0.6, 0.05, 0.04];
  const blue: Vec3 = [0.05, 0.12, 0.45];
  const mark = (x: number, y: number, z: number, along: Vec3, text: string, height: number, colour = red) =>
    scene.write({ origin: [x, y, z], along, up, height, text, colour });
  mark(3.9, 6.12, 1.55, [1, 0, 0], "DB 1", 0.16);
  mark(5.2, 6.12, 0.98, [1, 0, 0], "^+1.00", 0.07);
  mark(4.6, 6.28, 1.5, [-1, 0, 0], "SINK>", 0.15, blue);
  mark(6.58, 4.4, 1.5, [0, 1, 0], "HALL", 0.17, blue);
  mark(9.92, 5.0, 0.98, [0, -1, 0], "^+1.00", 0.075);
  mark(12.6, 6.12, 1.5, [1, 0, 0], "TV", 0.2, blue);
  mark(10.08, 4.1, 1.0, [0, 1, 0], "^+1.00", 0.075);
  mark(6.42, 5.4, STOREY + 1.4, [0, -1, 0], "BED 1", 0.17);
  mark(1.9, 6.12, STOREY + 0.98, [1, 0, 0], "^+1.00", 0.07);
  mark(6.42, 8.9, STOREY + 1.2, [0, -1, 0], "WC", 0.2, blue);
  mark(9.9, 5.2, STOREY + 1.4, [0, -1, 0], "TERR>", 0.17);
  mark(13.0, 6.1, STOREY + 1.6, [1, 0, 0], "A2", 0.17);
}
