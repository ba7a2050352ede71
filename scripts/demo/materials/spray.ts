import { FINE, ROUGH, ramp, sample } from "../core/noise.ts";
import type { Decal } from "../core/scene.ts";
import type { Surface } from "./surface.ts";

/** Strokes of hand-sprayed signs on a 4 x 6 raster: "x y x y ..." per stroke. */
const GLYPHS: Record<string, string> = {
  "0": "0 0 4 0 4 6 0 6 0 0",
  "1": "1 5 2 6 2 0",
  "2": "0 5 1 6 3 6 4 5 4 4 0 0 4 0",
  "3": "0 6 4 6 2 3.5 4 2.4 4 1 3 0 0 0",
  "4": "3 0 3 6 0 2 4 2",
  "5": "4 6 0 6 0 3.4 3 3.6 4 2.5 4 1 3 0 0 0",
  "6": "3.5 6 1 4 0 2 0 0 4 0 4 2.6 0 2.6",
  "7": "0 6 4 6 1.4 0",
  "8": "0 0 4 0 4 6 0 6 0 0,0 3 4 3",
  "9": "0.4 0 3 2 4 4 4 6 0 6 0 3.2 4 3.2",
  A: "0 0 2 6 4 0,0.8 2.2 3.2 2.2",
  B: "0 0 0 6 3 6 3.6 4.6 2.6 3.2 0 3.2,2.6 3.2 4 1.8 3.2 0 0 0",
  C: "4 5.4 3 6 1 6 0 4.6 0 1.4 1 0 3 0 4 0.6",
  D: "0 0 0 6 2.6 6 4 4.4 4 1.6 2.6 0 0 0",
  E: "4 0 0 0 0 6 4 6,0 3 3 3",
  F: "0 0 0 6 4 6,0 3 3 3",
  H: "0 0 0 6,4 0 4 6,0 3 4 3",
  L: "0 6 0 0 4 0",
  M: "0 0 0 6 2 2.6 4 6 4 0",
  O: "1 0 3 0 4 1.6 4 4.4 3 6 1 6 0 4.4 0 1.6 1 0",
  K: "0 0 0 6,4 6 0 2.4,1.3 3.5 4 0",
  P: "0 0 0 6 3 6 4 5 4 4 3 3 0 3",
  R: "0 0 0 6 3 6 4 5 4 4 3 3 0 3,2 3 4 0",
  S: "4 5.2 3 6 1 6 0 5 0 4 4 2.2 4 1 3 0 1 0 0 0.8",
  T: "0 6 4 6,2 6 2 0",
  W: "0 6 1 0 2 4 3 0 4 6",
  X: "0 0 4 6,0 6 4 0",
  "+": "0.4 3 3.6 3,2 1.4 2 4.6",
  "-": "0.6 3 3.4 3",
  ".": "1.8 0 2.2 0",
  "^": "0 6 2 3.4 4 6,-1 6 5 6,2 3.4 2 1",
  "/": "0 0 4 6",
  ">": "0 3 5 3,3.4 4.6 5 3 3.4 1.4",
};

type Stroke = Float32Array;
const STROKES = new Map<string, Stroke[]>(
  Object.entries(GLYPHS).map(([glyph, text]) => [
    glyph,
    text.split(",").map((stroke) => Float32Array.from(stroke.split(" "), Number)),
  ]),
);

function distance(glyph: string, x: number, y: number): number {
  let best = 9;
  for (const stroke of STROKES.get(glyph) ?? [])
    for (let i = 0; i + 3 < stroke.length; i += 2) {
      const ax = stroke[i]!;
      const ay = stroke[i + 1]!;
      const bx = stroke[i + 2]! - ax;
      const by = stroke[i + 3]! - ay;
      const t = Math.min(1, Math.max(0, ((x - ax) * bx + (y - ay) * by) / (bx * bx + by * by)));
      best = Math.min(best, Math.hypot(x - ax - bx * t, y - ay - by * t));
    }
  return best;
}

/** Lays sprayed marks over a shaded surface. */
export function spray(s: Surface, decals: readonly Decal[]): void {
  for (const decal of decals) {
    const [ox, oy, oz] = decal.origin;
    const x = s.px - ox;
    const y = s.py - oy;
    const z = s.pz - oz;
    const unit = decal.height / 6;
    const along = (x * decal.along[0] + y * decal.along[1] + z * decal.along[2]) / unit;
    if (along < -1 || along > decal.text.length * 6) continue;
    const up = (x * decal.up[0] + y * decal.up[1] + z * decal.up[2]) / unit;
    if (up < -2 || up > 8) continue;
    const [ax, ay, az] = decal.along;
    const [bx, by, bz] = decal.up;
    const off = x * (ay * bz - az * by) + y * (az * bx - ax * bz) + z * (ax * by - ay * bx);
    if (Math.abs(off) > 0.03) continue;
    const wobble = (sample(ROUGH, x + y, z * 1.3) - 0.5) * 0.7;
    const index = Math.floor((along + 1) / 6);
    const d = distance(decal.text[index] ?? " ", along - index * 6 + wobble * 0.5, up + wobble);
    const mist = sample(FINE, (x + y) * 3, z * 3 + x);
    const cover = ramp(0.75, 0.35, d) * (0.7 + 0.3 * mist) + 0.25 * ramp(1.5, 0.3, d) * mist;
    const [r, g, b] = decal.colour;
    s.blend(r, g, b, Math.min(0.92, cover));
  }
}
