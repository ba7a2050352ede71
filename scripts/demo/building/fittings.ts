import type { Random } from "../core/random.ts";
import type { Scene, Vec3 } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { STOREY } from "./plan.ts";
import { bucket, stepLadder } from "./props.ts";
import { bagStack, boardStack, debris } from "./stacks.ts";

/** Boxes of tiles on their edge, the top one opened. */
function tileBoxes(scene: Scene, random: Random, at: Vec3, yaw: number, count: number, tile: number): void {
  for (let i = 0; i < count; i++) {
    const row = i % 3;
    const layer = Math.floor(i / 3);
    const a = (yaw * Math.PI) / 180;
    const off = (row - 1) * 0.2;
    scene.turnedBox(
      M.cardboard,
      [at[0] - Math.sin(a) * off, at[1] + Math.cos(a) * off, at[2] + 0.15 + layer * 0.3],
      [0.62, 0.16, 0.295],
      yaw + (random() - 0.5) * 5,
    );
  }
  scene.turnedBox(tile, [at[0] + 0.5, at[1] + 0.1, at[2] + 0.3], [0.012, 0.6, 0.6], yaw, 0, 0);
}

function paintTins(scene: Scene, x: number, y: number, z: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const px = x + (i % 3) * 0.34;
    const py = y + Math.floor(i / 3) * 0.33;
    scene.tube(M.whitePlastic, [px, py, z], [px, py, z + 0.36], 0.14, 0.15);
    scene.tube(i % 2 ? M.bluePlastic : M.redPlastic, [px, py, z + 0.1], [px, py, z + 0.24], 0.147, 0.15);
    scene.tube(M.greyPipe, [px, py, z + 0.35], [px, py, z + 0.372], 0.155);
  }
}

/** Roller on its pole leaning on a wall, with the tray. */
function roller(scene: Scene, foot: Vec3, head: Vec3): void {
  scene.tube(M.freshTimber, foot, head, 0.012);
  const d = [head[0] - foot[0], head[1] - foot[1]] as const;
  const n = Math.hypot(d[0], d[1]) || 1;
  const side: Vec3 = [(-d[1] / n) * 0.12, (d[0] / n) * 0.12, 0];
  scene.tube(
    M.paper,
    [head[0] - side[0], head[1] - side[1], head[2] + 0.06],
    [head[0] + side[0], head[1] + side[1], head[2] + 0.06],
    0.03,
  );
}

/** Protective paper on finished floor. */
function runner(scene: Scene, x: number, y: number, z: number, w: number, d: number, yaw: number): void {
  scene.turnedBox(M.cardboard, [x, y, z + 0.014], [w, d, 0.004], yaw);
}

function cabinetRow(scene: Scene, from: number, to: number, y: number, z: number, doors: boolean): void {
  const n = Math.round((to - from) / 0.6);
  for (let i = 0; i < n; i++) {
    const x = from + i * 0.6;
    scene.box(M.whiteMetal, [x + 0.003, y - 0.56, z + 0.1], [x + 0.597, y, z + 0.86]);
    if (doors && i % 3 !== 2) {
      scene.box(M.paintGreen, [x + 0.004, y - 0.58, z + 0.11], [x + 0.596, y - 0.56, z + 0.85]);
      scene.box(M.chrome, [x + 0.2, y - 0.6, z + 0.78], [x + 0.4, y - 0.588, z + 0.79]);
    } else scene.box(M.freshTimber, [x + 0.02, y - 0.565, z + 0.12], [x + 0.58, y - 0.561, z + 0.84]);
    for (const dx of [0.06, 0.54])
      scene.tube(M.blackPlastic, [x + dx, y - 0.5, z], [x + dx, y - 0.5, z + 0.1], 0.02);
  }
}

function toolBox(scene: Scene, x: number, y: number, z: number, yaw: number): void {
  scene.turnedBox(M.redPlastic, [x, y, z + 0.1], [0.46, 0.22, 0.19], yaw);
  scene.turnedBox(M.blackPlastic, [x, y, z + 0.215], [0.47, 0.23, 0.05], yaw);
  scene.turnedBox(M.blackPlastic, [x, y, z + 0.27], [0.2, 0.03, 0.04], yaw);
}

export function fitGroundFloor(scene: Scene, random: Random): void {
  tileBoxes(scene, random, [1.2, 1.4, 0], 20, 9, M.marble);
  bagStack(scene, random, 1.3, 3.6, 0, 85, 2);
  bucket(scene, 2.3, 2.0, 0, M.blackPlastic);
  bucket(scene, 2.05, 2.35, 0, M.whitePlastic);
  stepLadder(scene, 4.9, 4.9, 0.012, 20);
  paintTins(scene, 5.4, 0.9, 0.012, 4);
  roller(scene, [5.75, 1.9, 0.01], [6.38, 2.1, 1.7]);
  runner(scene, 5.6, 3.1, 0, 1.8, 1.1, 2);
  toolBox(scene, 3.0, 5.4, 0.012, 25);
  debris(scene, random, 1.6, 2.5, 0, 1.1, 24);
  scene.line(
    M.yellowCable,
    [
      [6.3, 2.9, 0.02],
      [5.0, 3.6, 0.02],
      [4.3, 4.4, 0.02],
      [4.6, 5.6, 0.02],
    ],
    0.008,
  );

  cabinetRow(scene, 1.0, 4.6, 9.76, 0.012, true);
  scene.box(M.darkTile, [1.0, 9.16, 0.872], [3.4, 9.78, 0.9]);
  tileBoxes(scene, random, [5.5, 9.3, 0], 10, 6, M.darkTile);
  stepLadder(scene, 2.0, 7.6, 0.012, 70);
  for (let i = 0; i < 4; i++)
    scene.turnedBox(
      M.cardboard,
      [5.4 - i * 0.02, 7.0 + i * 0.03, 0.12 + i * 0.22],
      [0.7 - i * 0.04, 0.5, 0.21],
      8 - i * 6,
    );
  bucket(scene, 4.9, 8.5, 0, M.blackPlastic);
  bagStack(scene, random, 5.3, 8.2, 0, 88, 1);

  runner(scene, 8.3, 2.9, 0, 1.1, 4.6, 0);
  toolBox(scene, 9.4, 4.6, 0.012, 70);
  for (let i = 0; i < 5; i++)
    scene.turnedBox(M.door, [6.75 + i * 0.05, 1.0, 1.06], [0.9, 0.042, 2.1], 90, 0, 7);
  paintTins(scene, 9.35, 0.6, 0.012, 2);
  bucket(scene, 9.5, 5.2, 0.012, M.bluePlastic);

  tileBoxes(scene, random, [13.2, 0.9, 0], 88, 9, M.porcelain);
  bagStack(scene, random, 13.2, 2.4, 0, 86, 2);
  stepLadder(scene, 11.6, 4.7, 0.012, 110);
  boardStack(scene, random, M.ceilingTile, [13.3, 5.4, 0], [0.62, 0.62, 0.018], 4, 30);
  paintTins(scene, 10.5, 5.4, 0.012, 3);
  roller(scene, [11.9, 5.6, 0.01], [12.1, 6.08, 1.6]);
  bucket(scene, 12.3, 1.1, 0, M.blackPlastic);
  debris(scene, random, 12.4, 1.5, 0, 1, 16);
}

export function fitFirstFloor(scene: Scene, random: Random): void {
  const z = STOREY;
  tileBoxes(scene, random, [7.1, 4.9, z], 5, 9, M.porcelain);
  stepLadder(scene, 9.2, 1.2, z + 0.012, 60);
  bucket(scene, 7.3, 1.0, z + 0.012, M.blackPlastic);
  bagStack(scene, random, 9.2, 4.8, z, 0, 1);
  toolBox(scene, 7.0, 2.2, z + 0.012, 80);
  boardStack(scene, random, M.gypsum, [7.6, 3.9, z], [2.4, 1.2, 0.0125], 86, 7);

  tileBoxes(scene, random, [5.4, 0.9, z], 12, 9, M.porcelain);
  bagStack(scene, random, 1.1, 0.9, z, 4, 2);
  paintTins(scene, 1.0, 4.9, z, 6);
  roller(scene, [2.3, 5.6, z], [2.45, 6.08, z + 1.7]);
  stepLadder(scene, 3.9, 5.1, z, 160);
  scene.turnedBox(M.paper, [2.4, 5.3, z + 0.003], [3, 1.3, 0.006], 4);
  boardStack(scene, random, M.gypsum, [1.5, 2.9, z], [2.4, 1.2, 0.0125], 88, 12);
  bucket(scene, 4.6, 1.7, z, M.bluePlastic);
  debris(scene, random, 3.2, 2.2, z, 1.6, 26);

  bathroom(scene, random, z);

  boardStack(scene, random, M.terraceTile, [13.2, 4.9, z], [0.4, 0.4, 0.02], 6, 26);
  boardStack(scene, random, M.terraceTile, [12.7, 5.0, z], [0.4, 0.4, 0.02], 12, 17);
  bagStack(scene, random, 13.1, 1.9, z, 88, 2);
  bucket(scene, 12.9, 3.4, z, M.blackPlastic);
  boardStack(scene, random, M.freshTimber, [11.9, 5.4, z], [2.2, 0.6, 0.06], 2, 5);
  toolBox(scene, 10.6, 4.7, z + 0.012, 100);
  debris(scene, random, 13, 3.2, z, 0.9, 24);
  for (const [x, y] of [
    [10.7, 0.7],
    [13.3, 0.75],
  ] as const)
    plantPot(scene, x, y, z);
}

function plantPot(scene: Scene, x: number, y: number, z: number): void {
  scene.tube(M.render, [x, y, z + 0.012], [x, y, z + 0.42], 0.17, 0.24);
  scene.ellipsoid(M.sand, [x, y, z + 0.4], [0.2, 0.2, 0.05]);
  for (let i = 0; i < 26; i++) {
    const yaw = i * 137.5;
    const a = (yaw * Math.PI) / 180;
    const reach = 0.16 + (i % 5) * 0.03;
    scene.turnedBox(
      M.leaf,
      [x + Math.cos(a) * reach, y + Math.sin(a) * reach, z + 0.62 + (i % 7) * 0.035],
      [0.42, 0.05, 0.006],
      yaw,
      62 - (i % 5) * 11,
    );
  }
}

function bathroom(scene: Scene, random: Random, z: number): void {
  const f = z + 0.012;
  // Bath tub along the west wall, still in its protective wrap.
  scene.box(M.ceramic, [2.92, 7.9, f], [3.7, 7.96, f + 0.55]);
  scene.box(M.ceramic, [2.92, 9.7, f], [3.7, 9.76, f + 0.55]);
  scene.box(M.ceramic, [2.92, 7.96, f], [2.99, 9.7, f + 0.55]);
  scene.box(M.ceramic, [3.62, 7.96, f], [3.7, 9.7, f + 0.55]);
  scene.box(M.ceramic, [2.99, 7.96, f], [3.62, 9.7, f + 0.16]);
  // Basin on a stone top, mirror leaning beside it.
  scene.box(M.marble, [5.85, 6.95, f + 0.8], [6.4, 8.15, f + 0.84]);
  scene.box(M.door, [5.9, 7.0, f + 0.35], [6.39, 8.1, f + 0.8]);
  scene.tube(M.ceramic, [6.12, 7.55, f + 0.84], [6.12, 7.55, f + 0.98], 0.17, 0.22);
  scene.tube(M.greyPipe, [6.12, 7.55, f + 0.97], [6.12, 7.55, f + 0.981], 0.2);
  scene.tube(M.chrome, [6.35, 7.55, f + 0.84], [6.35, 7.55, f + 1.12], 0.016);
  scene.tube(M.chrome, [6.35, 7.55, f + 1.11], [6.2, 7.55, f + 1.08], 0.012);
  // WC pan on the wall.
  scene.ellipsoid(M.ceramic, [6.08, 9.0, f + 0.36], [0.3, 0.19, 0.16]);
  scene.box(M.ceramic, [6.2, 8.84, f + 0.18], [6.4, 9.16, f + 0.42]);
  scene.ellipsoid(M.whitePlastic, [6.06, 9.0, f + 0.46], [0.25, 0.19, 0.03]);
  scene.box(M.chrome, [6.385, 8.88, f + 1.0], [6.395, 9.12, f + 1.16]);
  // Shower head over the tub.
  scene.tube(M.chrome, [2.95, 8.3, f + 0.9], [2.95, 8.3, f + 2.05], 0.012);
  scene.tube(M.chrome, [2.95, 8.3, f + 2.05], [3.3, 8.3, f + 2.05], 0.011);
  scene.tube(M.chrome, [3.3, 8.3, f + 2.02], [3.3, 8.3, f + 2.035], 0.12);
  tileBoxes(scene, random, [3.5, 7.0, f], 84, 5, M.bathTile);
  bucket(scene, 5.3, 9.3, f, M.whitePlastic);
  bucket(scene, 4.1, 9.4, f, M.bluePlastic);
  scene.turnedBox(M.cardboard, [4.9, 9.55, f + 0.16], [0.6, 0.4, 0.32], 4);
  scene.turnedBox(M.cardboard, [4.3, 6.75, f + 0.006], [0.9, 0.6, 0.004], 12);
}
