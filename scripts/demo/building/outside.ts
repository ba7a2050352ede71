import { createRandom, type Random } from "../core/random.ts";
import type { Scene, Vec3 } from "../core/scene.ts";
import { M } from "../materials/index.ts";

const GROUND = -0.45;

/** Plot, street, neighbours and trees: the surroundings visible through the openings. */
export function buildOutside(scene: Scene): void {
  const random = createRandom(2026);
  scene.box(M.sand, [-600, -600, GROUND - 1], [600, 600, GROUND]);
  scene.box(M.asphalt, [-120, -19, GROUND - 0.5], [120, -12, GROUND + 0.02]);
  scene.box(M.castConcrete, [-120, -12, GROUND - 0.5], [120, -11.85, GROUND + 0.14]);
  scene.box(M.castConcrete, [-120, -19.2, GROUND - 0.5], [120, -19.05, GROUND + 0.14]);
  scene.box(M.asphalt, [32, -120, GROUND - 0.5], [39, -12, GROUND + 0.015]);
  fence(scene);
  neighbours(scene, random);
  for (let i = 0; i < 9; i++) palm(scene, random, [-52 + i * 12 + random() * 3, -20.5 - random(), GROUND]);
  for (const [x, y] of [
    [-14, 22],
    [24, 19],
    [-24, -2],
    [34, 6],
    [27, -8],
    [-19, 13],
  ] as const)
    palm(scene, random, [x, y, GROUND]);
  crane(scene, [58, 92, GROUND], 40, 24);
  crane(scene, [-95, -70, GROUND], 52, 200);
}

function fence(scene: Scene): void {
  const h = GROUND + 2.1;
  scene.box(M.hoarding, [-8, -9.6, GROUND], [6.2, -9.55, h]);
  scene.box(M.hoarding, [10.2, -9.6, GROUND], [24, -9.55, h]);
  scene.box(M.hoarding, [-8, 17.5, GROUND], [24, 17.55, h]);
  scene.box(M.hoarding, [-8.05, -9.6, GROUND], [-8, 17.5, h]);
  scene.box(M.hoarding, [24, -9.6, GROUND], [24.05, 17.5, h]);
  for (let x = -8; x <= 24; x += 2)
    for (const y of [-9.5, 17.45]) scene.tube(M.galvanised, [x, y, GROUND], [x, y, h + 0.1], 0.03);
  for (let y = -9; y <= 17; y += 2)
    for (const x of [-7.95, 23.95]) scene.tube(M.galvanised, [x, y, GROUND], [x, y, h + 0.1], 0.03);
}

function villa(
  scene: Scene,
  material: number,
  x: number,
  y: number,
  w: number,
  d: number,
  floors: number,
): void {
  const top = GROUND + 0.3 + floors * 3.5;
  scene.box(material, [x, y, GROUND], [x + w, y + d, top + 0.9]);
  scene.box(material, [x + w * 0.15, y - 1.4, GROUND], [x + w * 0.5, y + 0.2, GROUND + 3.6]);
  scene.box(M.castConcrete, [x - 0.25, y - 0.25, top], [x + w + 0.25, y + d + 0.25, top + 0.14]);
  scene.box(material, [x + w * 0.55, y + d * 0.4, top], [x + w * 0.85, y + d * 0.8, top + 2.6]);
  scene.tube(
    M.whitePlastic,
    [x + w * 0.2, y + d * 0.5, top + 0.9],
    [x + w * 0.2, y + d * 0.5, top + 2.2],
    0.7,
  );
  scene.box(material, [x - 3, y - 3.2, GROUND], [x + w + 3, y - 3, GROUND + 2.2]);
}

function neighbours(scene: Scene, random: Random): void {
  const fronts = [M.frontCream, M.frontWhite, M.frontRose, M.frontGrey, M.frontSand];
  const pick = () => fronts[Math.floor(random() * fronts.length)]!;
  for (let i = 0; i < 9; i++)
    villa(
      scene,
      pick(),
      -96 + i * 22 + random() * 4,
      -42 - random() * 5,
      12 + random() * 4,
      11,
      random() < 0.7 ? 2 : 3,
    );
  for (let i = 0; i < 9; i++)
    villa(
      scene,
      pick(),
      -96 + i * 22 + random() * 4,
      28 + random() * 5,
      12 + random() * 4,
      11,
      random() < 0.7 ? 2 : 3,
    );
  for (const side of [-1, 1])
    for (let i = 0; i < 3; i++)
      villa(
        scene,
        pick(),
        side < 0 ? -32 - i * 24 : 46 + i * 24,
        -6 + random() * 8,
        13,
        12,
        2 + Math.floor(random() * 2),
      );
  for (let i = 0; i < 46; i++) {
    const a = (i / 46) * 2 * Math.PI + random() * 0.1;
    const r = 120 + random() * 160;
    const w = 12 + random() * 14;
    const h = 8 + random() ** 4 * 46;
    const x = Math.cos(a) * r;
    const y = Math.sin(a) * r;
    scene.box(pick(), [x, y, GROUND], [x + w, y + w * (0.7 + random() * 0.5), h]);
  }
}

function palm(scene: Scene, random: Random, [x, y, z]: Vec3): void {
  const h = 4.5 + random() * 3;
  const lean = (random() - 0.5) * 0.6;
  const top: Vec3 = [x + lean, y + lean * 0.4, z + h];
  scene.tube(M.bark, [x, y, z], [x + lean * 0.4, y + lean * 0.16, z + h * 0.5], 0.2, 0.16);
  scene.tube(M.bark, [x + lean * 0.4, y + lean * 0.16, z + h * 0.5], top, 0.16, 0.19);
  for (let i = 0; i < 19; i++) {
    const yaw = i * 137.5 + random() * 20;
    const lift = 60 - (i / 19) * 85;
    const a = (yaw * Math.PI) / 180;
    let at: Vec3 = top;
    let pitch = lift;
    for (let k = 0; k < 4; k++) {
      const p = (pitch * Math.PI) / 180;
      const to: Vec3 = [
        at[0] + Math.cos(a) * Math.cos(p) * 0.62,
        at[1] + Math.sin(a) * Math.cos(p) * 0.62,
        at[2] + Math.sin(p) * 0.62,
      ];
      for (const roll of [-32, 32])
        scene.turnedBox(
          M.leaf,
          [
            (at[0] + to[0]) / 2 - Math.sin(a) * Math.sign(roll) * 0.14,
            (at[1] + to[1]) / 2 + Math.cos(a) * Math.sign(roll) * 0.14,
            (at[2] + to[2]) / 2 - 0.07,
          ],
          [0.64, 0.34 - k * 0.05, 0.012],
          yaw,
          pitch,
          -roll,
          0.72,
        );
      at = to;
      pitch -= 22;
    }
  }
}

/** Tower crane of open lattice, far enough to be read as a silhouette. */
function crane(scene: Scene, [x, y, z]: Vec3, height: number, yaw: number): void {
  const m = M.yellowSteel;
  const r = 0.9;
  for (const [dx, dy] of [
    [-r, -r],
    [r, -r],
    [-r, r],
    [r, r],
  ] as const)
    scene.tube(m, [x + dx, y + dy, z], [x + dx, y + dy, z + height], 0.1);
  for (let h = 0; h < height; h += 2) {
    const flip = (h / 2) % 2 === 0 ? 1 : -1;
    for (const s of [-r, r]) {
      scene.tube(m, [x - r * flip, y + s, z + h], [x + r * flip, y + s, z + h + 2], 0.06);
      scene.tube(m, [x + s, y - r * flip, z + h], [x + s, y + r * flip, z + h + 2], 0.06);
    }
  }
  const a = (yaw * Math.PI) / 180;
  const at = (d: number, up: number): Vec3 => [x + Math.cos(a) * d, y + Math.sin(a) * d, z + height + up];
  scene.tube(m, at(-13, 0), at(36, 0), 0.13);
  scene.tube(m, at(-13, 1.3), at(36, 1.3), 0.13);
  for (let d = -12; d < 36; d += 2) {
    scene.tube(m, at(d, 0), at(d + 1, 1.3), 0.07);
    scene.tube(m, at(d + 1, 1.3), at(d + 2, 0), 0.07);
  }
  scene.tube(m, at(0, 0), at(0, 7), 0.25);
  scene.tube(M.cable, at(0, 7), at(26, 1.3), 0.05);
  scene.tube(M.cable, at(0, 7), at(-12, 1.3), 0.05);
  scene.turnedBox(M.castConcrete, at(-11.5, -0.9), [3, 1.4, 2], yaw);
  scene.turnedBox(M.whiteMetal, at(1.6, -1), [1.8, 1.4, 1.9], yaw);
  scene.tube(M.cable, at(24, 0), at(24, -14), 0.04);
}
