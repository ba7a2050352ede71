import type { Scene, Vec3 } from "../core/scene.ts";
import { M } from "../materials/index.ts";

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

export function trestle(scene: Scene, x: number, y: number, z: number, length: number): void {
  for (const d of [-length / 2, length / 2])
    for (const s of [-0.3, 0.3]) {
      scene.tube(M.blueSteel, [x + d - 0.15, y + s, z], [x + d, y + s, z + 1], 0.018);
      scene.tube(M.blueSteel, [x + d + 0.15, y + s, z], [x + d, y + s, z + 1], 0.018);
      scene.tube(M.blueSteel, [x + d, y - 0.3, z + 1], [x + d, y + 0.3, z + 1], 0.018);
    }
  for (let i = 0; i < 3; i++)
    scene.beam(
      M.plank,
      [x - length / 2 - 0.3, y - 0.24 + i * 0.24, z + 1.04],
      [x + length / 2 + 0.3, y - 0.24 + i * 0.24, z + 1.04],
      0.22,
      0.04,
    );
}

/** Mixing trough with leftover mortar. */
export function trough(scene: Scene, x: number, y: number, z: number, yaw: number): void {
  scene.turnedBox(M.blackPlastic, [x, y, z + 0.02], [0.9, 0.55, 0.03], yaw);
  for (const [dx, dy, w, d] of [
    [0.45, 0, 0.03, 0.6],
    [-0.45, 0, 0.03, 0.6],
    [0, 0.29, 0.92, 0.03],
    [0, -0.29, 0.92, 0.03],
  ] as const) {
    const a = (yaw * Math.PI) / 180;
    scene.turnedBox(
      M.blackPlastic,
      [x + dx * Math.cos(a) - dy * Math.sin(a), y + dx * Math.sin(a) + dy * Math.cos(a), z + 0.14],
      [w, d, 0.26],
      yaw,
    );
  }
  scene.ellipsoid(M.render, [x, y, z + 0.06], [0.4, 0.24, 0.1], yaw);
}

export function coil(
  scene: Scene,
  x: number,
  y: number,
  z: number,
  material: number,
  radius: number,
  turns: number,
): void {
  for (let k = 0; k < turns; k++) {
    const points: Vec3[] = [];
    for (let i = 0; i <= 14; i++) {
      const a = (i / 14) * 2 * Math.PI;
      points.push([
        x + Math.cos(a) * (radius + (k % 2) * 0.022),
        y + Math.sin(a) * (radius + (k % 2) * 0.022),
        z + 0.012 + Math.floor(k / 2) * 0.024,
      ]);
    }
    scene.line(material, points, 0.012);
  }
}
