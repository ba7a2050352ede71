import type { Random } from "../core/random.ts";
import type { Scene, Vec3 } from "../core/scene.ts";
import { M } from "../materials/index.ts";

export function pallet(scene: Scene, x: number, y: number, z: number, yaw: number): void {
  const a = (yaw * Math.PI) / 180;
  const put = (dx: number, dy: number, dz: number, size: Vec3) =>
    scene.turnedBox(
      M.greyTimber,
      [x + dx * Math.cos(a) - dy * Math.sin(a), y + dx * Math.sin(a) + dy * Math.cos(a), z + dz],
      size,
      yaw,
    );
  for (const dy of [-0.35, 0, 0.35]) {
    put(0, dy, 0.011, [1.1, 0.1, 0.022]);
    for (const dx of [-0.48, 0, 0.48]) put(dx, dy, 0.062, [0.14, 0.1, 0.08]);
  }
  for (let i = 0; i < 6; i++) put(0, -0.38 + i * 0.152, 0.113, [1.1, 0.1, 0.022]);
}

/** Blocks on a pallet, the upper rows already taken from. */
export function blockPallet(
  scene: Scene,
  random: Random,
  x: number,
  y: number,
  z: number,
  yaw: number,
  rows: number,
): void {
  pallet(scene, x, y, z, yaw);
  const a = (yaw * Math.PI) / 180;
  for (let r = 0; r < rows; r++)
    for (let i = 0; i < 2; i++)
      for (let j = 0; j < 4; j++) {
        if (r === rows - 1 && (i + j * 2 > 4 || random() < 0.2)) continue;
        const dx = (i - 0.5) * 0.42 + (random() - 0.5) * 0.02;
        const dy = (j - 1.5) * 0.21 + (random() - 0.5) * 0.02;
        scene.turnedBox(
          M.looseBlock,
          [
            x + dx * Math.cos(a) - dy * Math.sin(a),
            y + dx * Math.sin(a) + dy * Math.cos(a),
            z + 0.225 + r * 0.2,
          ],
          [0.4, 0.2, 0.195],
          yaw + (random() - 0.5) * 3,
        );
      }
}

export function bagStack(
  scene: Scene,
  random: Random,
  x: number,
  y: number,
  z: number,
  yaw: number,
  layers: number,
): void {
  pallet(scene, x, y, z, yaw);
  const a = (yaw * Math.PI) / 180;
  for (let layer = 0; layer < layers; layer++)
    for (const [dx, dy] of [
      [-0.27, -0.22],
      [0.27, -0.22],
      [-0.27, 0.22],
      [0.27, 0.22],
    ] as const) {
      if (layer === layers - 1 && random() < 0.3) continue;
      const cx = x + dx * Math.cos(a) - dy * Math.sin(a);
      const cy = y + dx * Math.sin(a) + dy * Math.cos(a);
      const turned = yaw + (random() - 0.5) * 8;
      const cz = z + 0.175 + layer * 0.105;
      scene.turnedBox(M.cementBag, [cx, cy, cz], [0.52, 0.38, 0.088], turned, (random() - 0.5) * 2);
      scene.ellipsoid(M.cementBag, [cx, cy, cz], [0.285, 0.205, 0.066], turned);
    }
}

export function rebarBundle(
  scene: Scene,
  random: Random,
  x: number,
  y: number,
  z: number,
  yaw: number,
  length: number,
  count: number,
): void {
  const a = (yaw * Math.PI) / 180;
  for (let i = 0; i < count; i++) {
    const off = (random() - 0.5) * 0.4;
    const up = 0.1 + random() * 0.09;
    const shift = (random() - 0.5) * 0.3;
    const turn = a + (random() - 0.5) * 0.03;
    const cx = x - Math.sin(a) * off + Math.cos(a) * shift;
    const cy = y + Math.cos(a) * off + Math.sin(a) * shift;
    scene.tube(
      M.rebar,
      [cx - (Math.cos(turn) * length) / 2, cy - (Math.sin(turn) * length) / 2, z + up],
      [
        cx + (Math.cos(turn) * length) / 2,
        cy + (Math.sin(turn) * length) / 2,
        z + up + (random() - 0.5) * 0.02,
      ],
      0.008,
    );
  }
  for (const d of [-0.35, 0.35])
    scene.turnedBox(
      M.greyTimber,
      [x + Math.cos(a) * length * d, y + Math.sin(a) * length * d, z + 0.045],
      [0.09, 0.7, 0.09],
      yaw,
    );
}

/** Loose stack of boards or sheets. */
export function boardStack(
  scene: Scene,
  random: Random,
  material: number,
  at: Vec3,
  size: Vec3,
  yaw: number,
  count: number,
): void {
  for (const d of [-0.3, 0.3]) {
    const a = (yaw * Math.PI) / 180;
    scene.turnedBox(
      M.greyTimber,
      [at[0] + Math.cos(a) * size[0] * d, at[1] + Math.sin(a) * size[0] * d, at[2] + 0.04],
      [0.08, size[1], 0.08],
      yaw,
    );
  }
  for (let i = 0; i < count; i++)
    scene.turnedBox(
      material,
      [at[0] + (random() - 0.5) * 0.05, at[1] + (random() - 0.5) * 0.05, at[2] + 0.08 + (i + 0.5) * size[2]],
      [size[0], size[1], size[2] * 0.94],
      yaw + (random() - 0.5) * 2.4,
    );
}

/** Heap of sand or rubble. */
export function heap(
  scene: Scene,
  random: Random,
  material: number,
  x: number,
  y: number,
  z: number,
  radius: number,
  height = 0.55,
): void {
  scene.ellipsoid(
    material,
    [x, y, z - radius * 0.1],
    [radius, radius * 0.85, radius * height],
    random() * 90,
  );
  for (let i = 0; i < 5; i++) {
    const a = random() * 6.3;
    scene.ellipsoid(
      material,
      [x + Math.cos(a) * radius * 0.6, y + Math.sin(a) * radius * 0.6, z - radius * 0.1],
      [radius * 0.6, radius * 0.5, radius * height * 0.55],
      random() * 90,
    );
  }
}

export function debris(
  scene: Scene,
  random: Random,
  x: number,
  y: number,
  z: number,
  spread: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const a = random() * 6.3;
    const r = Math.sqrt(random()) * spread;
    const size = 0.015 + random() ** 3 * 0.09;
    const material = random() < 0.25 ? M.plank : random() < 0.5 ? M.looseBlock : M.castConcrete;
    scene.turnedBox(
      material,
      [x + Math.cos(a) * r, y + Math.sin(a) * r, z + size * 0.25],
      [size * (1 + random() * 2), size, size * 0.6],
      random() * 360,
      (random() - 0.5) * 30,
    );
  }
}
