import { CLOUDY, CRACKS, FINE, ROUGH, ramp } from "../core/noise.ts";
import { hash3 } from "../core/random.ts";
import type { Vec3 } from "../core/scene.ts";
import { fromLine, type Material } from "./surface.ts";

interface TileLook {
  /** Tile width and height in metres along u and v. */
  size: readonly [number, number];
  colour: Vec3;
  joint: Vec3;
  gloss: number;
  veins: number;
}

export function tiles(look: TileLook): Material {
  const [w, h] = look.size;
  const [r, g, b] = look.colour;
  return {
    mean: look.colour,
    shade(s) {
      s.mapWorld();
      const i = Math.floor(s.u / w);
      const j = Math.floor(s.v / h);
      const tone = 0.965 + 0.07 * hash3(i, j, 5);
      const turn = hash3(i, j, 6) * 31;
      const cloud = s.noise(CLOUDY, 1.4);
      const f = tone * (0.95 + 0.1 * cloud) * (0.99 + 0.02 * s.noise(FINE, 0.4));
      s.colour(r * f, g * f, b * f);
      if (look.veins > 0) {
        s.u += turn;
        const vein = s.stretched(CRACKS, 1.9, 1.3) * ramp(0.35, 0.7, s.noise(ROUGH, 2.4));
        s.blend(r * 0.62, g * 0.6, b * 0.58, vein * look.veins);
        s.u -= turn;
      }
      const du = fromLine(s.u, w);
      const dv = fromLine(s.v, h);
      const joint = Math.max(s.line(du, 0.0018), s.line(dv, 0.0018));
      s.blend(look.joint[0], look.joint[1], look.joint[2], joint);
      const dust = ramp(0.5, 0.8, s.noise(ROUGH, 3.3) * 0.5 + s.noise(CLOUDY, 2.1) * 0.5);
      if (s.facing === 2) s.blend(0.62, 0.59, 0.53, dust * 0.2);
      s.gloss = look.gloss * (1 - joint) * (s.facing === 2 ? 1 - dust * 0.6 : 1);
      s.roughness = 0.13;
      s.slopeU += (hash3(i, j, 8) - 0.5) * 0.004;
      s.slopeV += (hash3(i, j, 9) - 0.5) * 0.004;
    },
  };
}

/** One colour with slight variation: plastics, painted steel, cloth. */
export function plain(colour: Vec3, gloss = 0, roughness = 0.3, dirt = 0.15): Material {
  const [r, g, b] = colour;
  return {
    mean: colour,
    shade(s) {
      s.mapLocal();
      const f = 0.94 + 0.12 * s.noise(CLOUDY, 0.9) + (s.seed - 0.5) * 0.08;
      s.colour(r * f, g * f, b * f);
      const worn = ramp(0.6, 0.72, s.noise(ROUGH, 0.7));
      s.blend(0.5, 0.46, 0.4, worn * dirt);
      s.gloss = gloss * (1 - worn * 0.6);
      s.roughness = roughness;
    },
  };
}

/** Sacks with a printed band and label. */
export const cementBag: Material = {
  mean: [0.55, 0.5, 0.42],
  shade(s) {
    const f = 0.96 + 0.1 * (s.seed - 0.5);
    s.colour(0.6 * f, 0.53 * f, 0.43 * f);
    const x = s.lx / s.hx;
    const y = s.ly / s.hy;
    if (Math.abs(x) < 0.34) s.colour(0.2, 0.32, 0.42);
    if (Math.abs(x) < 0.2 && Math.abs(y) < 0.5 && Math.abs(fromLine(s.lx, 0.05)) < 0.012)
      s.colour(0.8, 0.78, 0.72);
    s.u = s.px + s.seed * 9;
    s.v = s.py + s.pz;
    s.scale(0.82 + 0.36 * s.noise(CLOUDY, 0.55));
    s.blend(0.62, 0.6, 0.56, ramp(0.5, 0.75, s.noise(ROUGH, 0.9)) * 0.5);
  },
};

/** Hollow blocks seen one by one in a stack. */
export const looseBlock: Material = {
  mean: [0.42, 0.41, 0.39],
  shade(s) {
    s.mapLocal();
    const f = 0.4 * (0.84 + 0.3 * s.seed) * (0.84 + 0.3 * s.noise(ROUGH, 0.7));
    s.colour(f, f * 0.98, f * 0.95);
    s.scale(0.92 + 0.16 * s.noise(FINE, 0.2));
    const edge = Math.min(s.hy - Math.abs(s.ly), s.hz - Math.abs(s.lz), s.hx - Math.abs(s.lx) + 1);
    s.scale(1 - 0.35 * ramp(0.008, 0.001, edge));
    const end = s.hx - Math.abs(s.lx) < 1e-3;
    if (end) return;
    if (s.hx > 0.15 && s.hz - Math.abs(s.lz) < 1e-3) {
      const cell = Math.abs(Math.abs(s.lx) - s.hx * 0.48);
      if (cell < s.hx * 0.34 && Math.abs(s.ly) < s.hy * 0.62) s.scale(0.25);
    }
  },
};

/** Panel that emits light; the tracer reads its glow from the material's index in the list. */
export const lampGlass: Material = {
  mean: [0.9, 0.9, 0.9],
  shade(s) {
    s.colour(0.9, 0.9, 0.88);
  },
};
