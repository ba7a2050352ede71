import type { Random } from "../core/random.ts";
import type { Scene, Vec3 } from "../core/scene.ts";
import { M } from "../materials/index.ts";
import { ladder } from "./props.ts";

const GROUND = -0.45;
const LIFT = 2;
const BAY = 2;
const DEEP = 0.9;

/** Tube scaffold along one side: `inner` is the line next to the house, `out` points away from it. */
export function scaffold(
  scene: Scene,
  random: Random,
  from: readonly [number, number],
  to: readonly [number, number],
  out: readonly [number, number],
  lifts: number,
  netted: readonly (readonly [number, number])[],
): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const ux = (to[0] - from[0]) / length;
  const uy = (to[1] - from[1]) / length;
  const bays = Math.round(length / BAY);
  const at = (along: number, deep: number, z: number): Vec3 => [
    from[0] + ux * along + out[0] * deep,
    from[1] + uy * along + out[1] * deep,
    GROUND + z,
  ];
  const top = lifts * LIFT + 1.1;
  const tube = (a: Vec3, b: Vec3) => scene.tube(M.galvanised, a, b, 0.024);
  for (let i = 0; i <= bays; i++) {
    const along = (i * length) / bays;
    for (const deep of [0, DEEP]) {
      tube(at(along, deep, 0), at(along, deep, top));
      const foot = at(along, deep, 0);
      scene.box(
        M.plank,
        [foot[0] - 0.12, foot[1] - 0.12, foot[2]],
        [foot[0] + 0.12, foot[1] + 0.12, foot[2] + 0.04],
      );
    }
    for (let k = 1; k <= lifts; k++) tube(at(along, -0.12, k * LIFT), at(along, DEEP + 0.12, k * LIFT));
  }
  for (let k = 1; k <= lifts; k++) {
    for (const deep of [0, DEEP])
      tube(at(-0.2, deep, k * LIFT + 0.05), at(length + 0.2, deep, k * LIFT + 0.05));
    for (const h of [0.55, 1.05]) tube(at(-0.1, DEEP, k * LIFT + h), at(length + 0.1, DEEP, k * LIFT + h));
    for (let i = 0; i < bays; i++) {
      if (random() < 0.08) continue;
      for (let b = 0; b < 4; b++)
        scene.beam(
          M.plank,
          at((i * length) / bays - 0.06, 0.12 + b * 0.225, k * LIFT + 0.1 + (random() < 0.2 ? 0.01 : 0)),
          at(((i + 1) * length) / bays + 0.06, 0.12 + b * 0.225, k * LIFT + 0.1),
          0.215,
          0.038,
        );
    }
    scene.beam(
      M.plank,
      at(0, DEEP - 0.05, k * LIFT + 0.2),
      at(length, DEEP - 0.05, k * LIFT + 0.2),
      0.03,
      0.18,
    );
  }
  for (let i = 0; i + 1 <= bays; i += 3)
    for (let k = 0; k < lifts; k++)
      tube(
        at((i * length) / bays, DEEP + 0.05, k * LIFT),
        at(((i + 1) * length) / bays, DEEP + 0.05, (k + 1) * LIFT),
      );
  for (const [a, b] of netted) {
    const lo = at(a, DEEP + 0.07, 2);
    const hi = at(b, DEEP + 0.075, top);
    scene.box(
      M.net,
      [Math.min(lo[0], hi[0]), Math.min(lo[1], hi[1]), lo[2]],
      [Math.max(lo[0], hi[0]), Math.max(lo[1], hi[1]), hi[2]],
      0.5,
    );
  }
  ladder(scene, at(BAY * 1.2, DEEP * 0.5, 0), at(BAY * 1.45, DEEP * 0.5, LIFT + 1), 0.4, M.galvanised);
}
