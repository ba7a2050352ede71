import type { Portal, RoomBox } from "./portals.ts";

/** Everything solid is a box, a tube (or cone frustum) or an ellipsoid, each in its own turned frame. */

export const KIND_BOX = 0;
export const KIND_TURNED_BOX = 1;
export const KIND_TUBE = 2;
export const KIND_ELLIPSOID = 3;

export type Vec3 = readonly [number, number, number];

/** Numbers per solid in the packed array: centre 3, half sizes 3, three unit axes 9, seed 1. */
export const STRIDE = 16;

export interface Solid {
  kind: number;
  material: number;
  centre: Vec3;
  /** Box: half sizes. Ellipsoid: radii. Tube: radius at -axis end, radius at +axis end, half length. */
  half: Vec3;
  /** Local x, y, z axes in world space. */
  axes: readonly [Vec3, Vec3, Vec3];
  /** 0..1, varies the appearance of equal objects. */
  seed: number;
  /** Share of rays stopped by a net; 1 for everything solid. */
  opacity: number;
}

export interface Pane {
  lo: Vec3;
  hi: Vec3;
  film: boolean;
}

export interface Decal {
  /** Left lower corner, direction of the line, upward direction; metres. */
  origin: Vec3;
  along: Vec3;
  up: Vec3;
  height: number;
  text: string;
  colour: Vec3;
}

export interface Lamp {
  centre: Vec3;
  /** Half sizes of a flat panel that shines downwards. */
  halfX: number;
  halfY: number;
  power: Vec3;
}

const WORLD: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export function normalize(v: Vec3): Vec3 {
  const length = Math.hypot(v[0], v[1], v[2]) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export class Scene {
  readonly solids: Solid[] = [];
  readonly panes: Pane[] = [];
  readonly decals: Decal[] = [];
  readonly lamps: Lamp[] = [];
  /** Openings that admit light, and the rooms it enters. */
  portals: readonly Portal[] = [];
  roomBoxes: readonly RoomBox[] = [];
  #count = 0;

  #seed(): number {
    this.#count += 1;
    return (this.#count * 0.6180339887) % 1;
  }

  /** Axis-parallel box from its two corners. */
  box(material: number, lo: Vec3, hi: Vec3, opacity = 1): void {
    this.solids.push({
      kind: KIND_BOX,
      material,
      centre: [(lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, (lo[2] + hi[2]) / 2],
      half: [Math.abs(hi[0] - lo[0]) / 2, Math.abs(hi[1] - lo[1]) / 2, Math.abs(hi[2] - lo[2]) / 2],
      axes: WORLD,
      seed: this.#seed(),
      opacity,
    });
  }

  /** Box around `centre` turned by `yaw` about z and then tilted by `pitch` (degrees, local x rises). */
  turnedBox(material: number, centre: Vec3, size: Vec3, yaw: number, pitch = 0, roll = 0, opacity = 1): void {
    const a = (yaw * Math.PI) / 180;
    const b = (pitch * Math.PI) / 180;
    const r = (roll * Math.PI) / 180;
    const x: Vec3 = [Math.cos(a) * Math.cos(b), Math.sin(a) * Math.cos(b), Math.sin(b)];
    const y0: Vec3 = [-Math.sin(a), Math.cos(a), 0];
    const z0 = cross(x, y0);
    const c = Math.cos(r);
    const s = Math.sin(r);
    const y: Vec3 = [y0[0] * c + z0[0] * s, y0[1] * c + z0[1] * s, y0[2] * c + z0[2] * s];
    this.solids.push({
      kind: KIND_TURNED_BOX,
      material,
      centre,
      half: [size[0] / 2, size[1] / 2, size[2] / 2],
      axes: [x, y, cross(x, y)],
      seed: this.#seed(),
      opacity,
    });
  }

  /** Plank or sheet between two points: `width` is measured sideways, `thickness` upwards. */
  beam(material: number, from: Vec3, to: Vec3, width: number, thickness: number): void {
    const d: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    const flat = Math.hypot(d[0], d[1]);
    this.turnedBox(
      material,
      [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2],
      [Math.hypot(flat, d[2]), width, thickness],
      (Math.atan2(d[1], d[0]) * 180) / Math.PI,
      (Math.atan2(d[2], flat) * 180) / Math.PI,
    );
  }

  /** Round bar, pipe, bucket or cone between two points. */
  tube(material: number, from: Vec3, to: Vec3, radius: number, endRadius = radius): void {
    const d: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    const z = normalize(d);
    const x = normalize(Math.abs(z[2]) < 0.9 ? cross([0, 0, 1], z) : cross([1, 0, 0], z));
    this.solids.push({
      kind: KIND_TUBE,
      material,
      centre: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2],
      half: [radius, endRadius, Math.hypot(d[0], d[1], d[2]) / 2],
      axes: [x, cross(z, x), z],
      seed: this.#seed(),
      opacity: 1,
    });
  }

  /** Hanging or resting line through several points: cables, hoses. */
  line(material: number, points: readonly Vec3[], radius: number): void {
    for (let i = 1; i < points.length; i++) this.tube(material, points[i - 1]!, points[i]!, radius);
  }

  ellipsoid(material: number, centre: Vec3, radii: Vec3, yaw = 0): void {
    const a = (yaw * Math.PI) / 180;
    this.solids.push({
      kind: KIND_ELLIPSOID,
      material,
      centre,
      half: radii,
      axes: [
        [Math.cos(a), Math.sin(a), 0],
        [-Math.sin(a), Math.cos(a), 0],
        [0, 0, 1],
      ],
      seed: this.#seed(),
      opacity: 1,
    });
  }

  pane(lo: Vec3, hi: Vec3, film = false): void {
    this.panes.push({ lo, hi, film });
  }

  write(decal: Decal): void {
    this.decals.push(decal);
  }

  lamp(lamp: Lamp): void {
    this.lamps.push(lamp);
  }
}
