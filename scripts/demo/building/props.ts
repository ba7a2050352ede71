import { M } from "../materials/index.ts";
import type { Random } from "../core/random.ts";
import type { Scene, Vec3 } from "../core/scene.ts";

/** Telescopic steel prop with base plate, collar and head. */
export function prop(scene: Scene, x: number, y: number, z: number, height: number, colour: number): void {
  scene.box(colour, [x - 0.07, y - 0.07, z], [x + 0.07, y + 0.07, z + 0.008]);
  scene.tube(colour, [x, y, z], [x, y, z + height * 0.58], 0.03);
  scene.tube(M.galvanised, [x, y, z + height * 0.56], [x, y, z + height], 0.024);
  scene.tube(M.greySteel, [x, y, z + height * 0.53], [x, y, z + height * 0.58], 0.043);
  scene.tube(M.rebar, [x - 0.09, y, z + height * 0.6], [x + 0.09, y, z + height * 0.6], 0.007);
  scene.box(M.galvanised, [x - 0.07, y - 0.07, z + height - 0.008], [x + 0.07, y + 0.07, z + height]);
}

/** Timber joist of I shape, yellow like all of them. */
export function joist(scene: Scene, from: Vec3, to: Vec3): void {
  const lift = (p: Vec3, dz: number): Vec3 => [p[0], p[1], p[2] + dz];
  scene.beam(M.yellowPanel, lift(from, 0.1), lift(to, 0.1), 0.03, 0.14);
  scene.beam(M.yellowPanel, lift(from, 0.02), lift(to, 0.02), 0.08, 0.04);
  scene.beam(M.yellowPanel, lift(from, 0.18), lift(to, 0.18), 0.08, 0.04);
}

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

export function bucket(scene: Scene, x: number, y: number, z: number, material: number): void {
  scene.tube(material, [x, y, z], [x, y, z + 0.3], 0.115, 0.145);
  scene.tube(M.greyPipe, [x, y, z + 0.285], [x, y, z + 0.302], 0.138);
  scene.line(
    M.greySteel,
    [
      [x - 0.14, y, z + 0.27],
      [x - 0.1, y + 0.1, z + 0.2],
      [x + 0.1, y + 0.1, z + 0.2],
      [x + 0.14, y, z + 0.27],
    ],
    0.003,
  );
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

export function ladder(scene: Scene, from: Vec3, to: Vec3, width: number, material: number): void {
  const d = [to[0] - from[0], to[1] - from[1]] as const;
  const flat = Math.hypot(d[0], d[1]) || 1;
  const sx = (-d[1] / flat) * (width / 2);
  const sy = (d[0] / flat) * (width / 2);
  for (const s of [-1, 1])
    scene.beam(
      material,
      [from[0] + sx * s, from[1] + sy * s, from[2]],
      [to[0] + sx * s, to[1] + sy * s, to[2]],
      0.03,
      0.07,
    );
  const rungs = Math.floor(Math.hypot(flat, to[2] - from[2]) / 0.28);
  for (let i = 1; i < rungs; i++) {
    const t = i / rungs;
    const p: Vec3 = [from[0] + d[0] * t, from[1] + d[1] * t, from[2] + (to[2] - from[2]) * t];
    scene.tube(material, [p[0] + sx, p[1] + sy, p[2]], [p[0] - sx, p[1] - sy, p[2]], 0.014);
  }
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

/** Site light on a stand. */
export function lampStand(scene: Scene, x: number, y: number, z: number, yaw: number): void {
  const a = (yaw * Math.PI) / 180;
  for (let i = 0; i < 3; i++) {
    const b = a + (i * 2 * Math.PI) / 3;
    scene.tube(M.yellowSteel, [x + Math.cos(b) * 0.45, y + Math.sin(b) * 0.45, z], [x, y, z + 0.75], 0.013);
  }
  scene.tube(M.greySteel, [x, y, z + 0.5], [x, y, z + 1.75], 0.016);
  scene.turnedBox(
    M.blackPlastic,
    [x + Math.cos(a) * 0.06, y + Math.sin(a) * 0.06, z + 1.82],
    [0.07, 0.3, 0.22],
    yaw,
    -15,
  );
  scene.turnedBox(
    M.whiteMetal,
    [x + Math.cos(a) * 0.1, y + Math.sin(a) * 0.1, z + 1.81],
    [0.012, 0.26, 0.18],
    yaw,
    -15,
  );
}

export function stepLadder(scene: Scene, x: number, y: number, z: number, yaw: number): void {
  const a = (yaw * Math.PI) / 180;
  const c = Math.cos(a) * 0.45;
  const s = Math.sin(a) * 0.45;
  ladder(scene, [x - c, y - s, z], [x, y, z + 1.75], 0.46, M.duct);
  ladder(scene, [x + c, y + s, z], [x + c * 0.1, y + s * 0.1, z + 1.75], 0.42, M.duct);
  scene.turnedBox(M.orangePlastic, [x, y, z + 1.77], [0.2, 0.48, 0.04], yaw);
}

export function wheelbarrow(scene: Scene, x: number, y: number, z: number, yaw: number): void {
  const a = (yaw * Math.PI) / 180;
  const at = (f: number, l: number, h: number): Vec3 => [
    x + Math.cos(a) * f - Math.sin(a) * l,
    y + Math.sin(a) * f + Math.cos(a) * l,
    z + h,
  ];
  for (const l of [-0.26, 0.26]) {
    scene.tube(M.redSteel, at(0.65, l * 0.25, 0.2), at(-0.75, l, 0.55), 0.017);
    scene.tube(M.blackPlastic, at(-0.7, l, 0.535), at(-0.86, l, 0.575), 0.022);
    scene.tube(M.redSteel, at(-0.35, l, 0.44), at(-0.4, l, 0), 0.015);
  }
  scene.turnedBox(M.greySteel, at(0.02, 0, 0.42), [0.8, 0.5, 0.02], yaw, -8);
  scene.turnedBox(M.greySteel, at(0.4, 0, 0.53), [0.02, 0.58, 0.3], yaw, -35);
  scene.turnedBox(M.greySteel, at(-0.38, 0, 0.56), [0.02, 0.58, 0.24], yaw, 20);
  for (const l of [-0.29, 0.29])
    scene.turnedBox(M.greySteel, at(0, l, 0.54), [0.8, 0.02, 0.24], yaw, -8, l > 0 ? -18 : 18);
  scene.ellipsoid(M.sand, at(0.02, 0, 0.5), [0.36, 0.25, 0.13], yaw);
  const w = at(0.66, 0, 0.19);
  scene.tube(
    M.blackPlastic,
    [w[0] - Math.sin(a) * 0.045, w[1] + Math.cos(a) * 0.045, w[2]],
    [w[0] + Math.sin(a) * 0.045, w[1] - Math.cos(a) * 0.045, w[2]],
    0.19,
  );
}
