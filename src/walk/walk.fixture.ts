import { RADIANS } from "./angles.ts";
import type { Features, GreyPicture } from "./types.ts";

/** Where a camera stands in the room of the tests; degrees, metres. */
export interface Stand {
  readonly x: number;
  readonly y: number;
  readonly z?: number;
  readonly heading: number;
  /** Tilt: what is level ahead, and to the right, appears this much above the horizon. */
  readonly pitch?: number;
  readonly roll?: number;
}

export function createNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** Room of 20 by 14 by 3 metres: x and y of its walls, floor at 0. */
const SIZE = [20, 14, 3] as const;
const EYE = 1.6;

interface Point {
  readonly position: readonly [number, number, number];
  readonly words: Int32Array;
}

/** Points on walls, floor and ceiling and in the room, each with a descriptor of its own. */
export function pointsOf(count: number, seed = 1): Point[] {
  const number = createNumbers(seed);
  return Array.from({ length: count }, () => {
    const position: [number, number, number] = [number() * SIZE[0], number() * SIZE[1], number() * SIZE[2]];
    const side = Math.floor(number() * 4);
    if (side < 3) position[side] = number() < 0.5 ? 0 : SIZE[side]!;
    const words = Int32Array.from({ length: 8 }, () => Math.floor(number() * 2 ** 32) | 0);
    return { position, words };
  });
}

/** Direction in the camera of a direction in the world. */
function inCamera(dx: number, dy: number, dz: number, { heading, pitch = 0, roll = 0 }: Stand) {
  const [c, s] = [Math.cos(heading * RADIANS), Math.sin(heading * RADIANS)];
  const [right, ahead] = [dx * c - dy * s, dx * s + dy * c];
  const [cr, sr] = [Math.cos(roll * RADIANS), Math.sin(roll * RADIANS)];
  const [x, z1] = [cr * right - sr * dz, sr * right + cr * dz];
  const [cp, sp] = [Math.cos(pitch * RADIANS), Math.sin(pitch * RADIANS)];
  return [x, cp * ahead - sp * z1, sp * ahead + cp * z1] as const;
}

/** The points as a camera sees them: angles off by `noise` degrees, some bits of each descriptor wrong. */
export function seenFrom(
  stand: Stand,
  points: readonly Point[],
  { noise = 0.1, seed = 1, most = 700 } = {},
): Features {
  const number = createNumbers(seed * 977 + Math.round(stand.x * 1000) + Math.round(stand.y * 77));
  const off = () => (number() + number() + number() - 1.5) * 2 * noise * RADIANS;
  const seen = points.slice(0, most).flatMap(({ position, words }) => {
    const [px, py, pz] = position;
    const [dx, dy, dz] = [px - stand.x, py - stand.y, pz - (stand.z ?? EYE)];
    const length = Math.hypot(dx, dy, dz);
    const [x, y, z] = inCamera(dx / length, dy / length, dz / length, stand);
    const pitch = Math.asin(Math.max(-1, Math.min(1, z))) + off();
    if (length < 0.3 || pitch < -55 * RADIANS || pitch > 62 * RADIANS) return [];
    const flipped = words.map((word) => word ^ (1 << Math.floor(number() * 32)));
    return [{ yaw: Math.atan2(x, y) + off(), pitch, words: flipped }];
  });
  seen.sort((a, b) => b.pitch - a.pitch);
  const words = new Int32Array(seen.length * 8);
  for (const [i, one] of seen.entries()) words.set(one.words, i * 8);
  return {
    count: seen.length,
    anglesRadians: Float32Array.from(seen.flatMap(({ yaw, pitch }) => [yaw, pitch])),
    words,
    levels: new Uint8Array(seen.length),
  };
}

/** A level picture of the room, whose walls carry patches of grey of 25 cm. */
export function pictureFrom(stand: Stand, at: number, width = 512, greyOf = patch): GreyPicture {
  const height = width / 2;
  const grey = new Uint8Array(width * height);
  const eye = [stand.x, stand.y, stand.z ?? EYE] as const;
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const azimuth = ((i + 0.5) / width - 0.5) * 2 * Math.PI + stand.heading * RADIANS;
      const pitch = (0.5 - (j + 0.5) / height) * Math.PI;
      const d = [
        Math.sin(azimuth) * Math.cos(pitch),
        Math.cos(azimuth) * Math.cos(pitch),
        Math.sin(pitch),
      ] as const;
      let [nearest, face] = [Infinity, 0];
      for (const k of [0, 1, 2] as const) {
        const t = ((d[k] > 0 ? SIZE[k] : 0) - eye[k]) / (d[k] === 0 ? 1e-9 : d[k]);
        if (t < nearest) {
          nearest = t;
          face = k * 2 + (d[k] > 0 ? 1 : 0);
        }
      }
      const [u, v] = [0, 1, 2].filter((k) => k !== face >> 1).map((k) => eye[k]! + d[k]! * nearest);
      grey[j * width + i] = greyOf(face, Math.floor(u! * 4), Math.floor(v! * 4));
    }
  return { width, height, at, grey };
}

export function patch(face: number, u: number, v: number): number {
  let h = Math.imul(face + 1, 0x27d4eb2d) ^ Math.imul(u + 100, 0x165667b1) ^ Math.imul(v + 100, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h ^= h >>> 13;
  return 40 + (h & 127);
}

/** Stands along a course through the room, its camera `mount` degrees off the direction of walking. */
export function standsAlong(count: number, mount = 20): Stand[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 1.6 * Math.PI;
    const x = 10 + 6.5 * Math.sin(angle);
    const y = 7 + 4 * Math.cos(angle) * (1 + 0.2 * Math.sin(angle * 3));
    const next = ((i + 0.5) / count) * 1.6 * Math.PI;
    const towards = Math.atan2(
      10 + 6.5 * Math.sin(next) - x,
      7 + 4 * Math.cos(next) * (1 + 0.2 * Math.sin(next * 3)) - y,
    );
    return { x, y, heading: towards / RADIANS - mount };
  });
}
