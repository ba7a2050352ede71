import { CLOUDY, FINE, ROUGH, ramp } from "../core/noise.ts";
import { hash3 } from "../core/random.ts";
import type { Vec3 } from "../core/scene.ts";
import { fromLine, type Material, type Surface } from "./surface.ts";

function grain(s: Surface, light: Vec3, dark: Vec3): void {
  s.mapLocal();
  const fibre = s.stretched(ROUGH, 2.6, 0.16) * 0.65 + s.stretched(CLOUDY, 5, 0.35) * 0.35;
  const f = 0.88 + 0.24 * s.seed;
  const t = ramp(0.25, 0.8, fibre);
  s.colour(
    (light[0] + (dark[0] - light[0]) * t) * f,
    (light[1] + (dark[1] - light[1]) * t) * f,
    (light[2] + (dark[2] - light[2]) * t) * f,
  );
}

/** Sawn timber, fresh to grey. */
export function timber(light: Vec3, dark: Vec3, weather = 1, gloss = 0): Material {
  return {
    mean: [(light[0] + dark[0]) / 2, (light[1] + dark[1]) / 2, (light[2] + dark[2]) / 2],
    shade(s) {
      grain(s, light, dark);
      s.blend(0.5, 0.48, 0.45, ramp(0.55, 0.75, s.noise(CLOUDY, 0.8)) * 0.4 * weather);
      const knot = ramp(0.74, 0.8, s.stretched(CLOUDY, 1.1, 0.5));
      s.scale(1 - 0.4 * knot * weather);
      s.gloss = gloss;
      s.roughness = 0.25;
    },
  };
}

/** Film-faced plywood: brown face stained by concrete, pale layers at the edges. */
export const plywood: Material = {
  mean: [0.33, 0.21, 0.12],
  shade(s) {
    const thin = Math.min(s.hx, s.hy, s.hz);
    const face = s.hz === thin ? Math.abs(s.lz) : s.hy === thin ? Math.abs(s.ly) : Math.abs(s.lx);
    if (thin - face > 1e-3) {
      s.mapLocal();
      const layer = Math.abs(fromLine(face * (s.lx + s.ly > 0 ? 1 : -1) + thin, 0.006)) < 0.0015;
      s.colour(0.55, 0.42, 0.27);
      if (layer) s.scale(0.75);
      return;
    }
    grain(s, [0.4, 0.25, 0.13], [0.3, 0.17, 0.09]);
    const crust = ramp(0.48, 0.72, s.noise(CLOUDY, 1.6) * 0.6 + s.noise(ROUGH, 0.9) * 0.4);
    s.blend(0.5, 0.48, 0.44, crust * 0.65);
    s.gloss = 0.02 * (1 - crust);
    s.roughness = 0.25;
  },
};

/** Yellow shuttering panels of spruce with marked edges. */
export const yellowPanel: Material = {
  mean: [0.58, 0.42, 0.14],
  shade(s) {
    grain(s, [0.68, 0.5, 0.17], [0.55, 0.38, 0.12]);
    s.blend(0.55, 0.53, 0.49, ramp(0.5, 0.75, s.noise(CLOUDY, 1.3)) * 0.7);
  },
};

/** Ribbed bars with loose rust. */
export const rebar: Material = {
  mean: [0.26, 0.15, 0.1],
  shade(s) {
    const rib = Math.sin(s.lz * 520 + Math.atan2(s.ly, s.lx) * 2) > 0.55 ? 0.75 : 1;
    s.u = s.px + s.py * 0.7 + s.seed * 7;
    s.v = s.pz + s.py * 0.3;
    const rust = ramp(0.35, 0.7, s.noise(ROUGH, 0.7));
    s.colour(0.2, 0.155, 0.135);
    s.blend(0.27, 0.135, 0.075, rust * 0.85);
    if (s.footprint < 0.004) s.scale(rib);
    s.scale(0.85 + 0.3 * s.seed);
  },
};

/** Galvanised or painted tube with cement splashes. */
export function steel(colour: Vec3, gloss: number, rust: number): Material {
  const [r, g, b] = colour;
  return {
    mean: colour,
    shade(s) {
      s.u = Math.atan2(s.ly, s.lx) * 0.05 + s.seed * 3;
      s.v = s.lz + s.lx * 0.5 + s.seed * 11;
      s.facing = 3;
      const f = 0.86 + 0.22 * s.noise(CLOUDY, 0.9) + 0.08 * s.noise(FINE, 0.3);
      s.colour(r * f, g * f, b * f);
      const spots = ramp(0.6, 0.7, s.noise(ROUGH, 0.8));
      s.blend(0.32, 0.17, 0.09, spots * rust);
      const cement = ramp(0.62, 0.68, s.noise(ROUGH, 1.3));
      s.blend(0.5, 0.49, 0.46, cement * 0.6);
      s.gloss = gloss * (1 - spots) * (1 - cement);
      s.roughness = 0.22;
    },
  };
}

/** Debris net in squares of cloth. */
export const net: Material = {
  mean: [0.12, 0.3, 0.2],
  shade(s) {
    s.mapWorld();
    const fold = s.stretched(CLOUDY, 0.8, 6);
    const seam = Math.max(s.line(fromLine(s.u, 1.8), 0.02), s.line(fromLine(s.v + 0.4, 1.9), 0.02));
    const f = 0.75 + 0.5 * fold;
    s.colour(0.09 * f, 0.3 * f, 0.19 * f);
    s.scale(1 - 0.3 * seam);
  },
};

/** Trampled sand with tyre marks and stones. */
export const sand: Material = {
  mean: [0.45, 0.36, 0.255],
  shade(s) {
    s.mapWorld();
    const f = 0.8 + 0.24 * s.noise(CLOUDY, 9) + 0.14 * s.noise(ROUGH, 2.1) + 0.1 * s.noise(FINE, 0.8);
    s.colour(0.45 * f, 0.36 * f, 0.255 * f);
    const track =
      Math.sin(s.px * 26) * ramp(0.3, 0.05, Math.abs(fromLine(s.py + 0.5 * Math.sin(s.px * 0.21), 1.9)));
    s.scale(1 - 0.12 * Math.max(0, track));
    s.blend(0.42, 0.4, 0.37, ramp(0.68, 0.74, s.noise(ROUGH, 1.2)) * 0.7);
    s.relief(ROUGH, 2.3, 0.03);
    s.relief(CLOUDY, 1.1, 0.03);
  },
};

export const asphalt: Material = {
  mean: [0.16, 0.16, 0.16],
  shade(s) {
    s.mapWorld();
    const f = 0.15 * (0.8 + 0.3 * s.noise(CLOUDY, 11) + 0.2 * s.noise(FINE, 0.7));
    s.colour(f, f, f * 1.02);
    s.blend(0.42, 0.35, 0.26, ramp(0.5, 0.75, s.noise(CLOUDY, 5)) * 0.5);
  },
};

/** Houses across the street: rendered fronts with windows in rows. */
export function front(colour: Vec3): Material {
  const [r, g, b] = colour;
  return {
    mean: colour,
    shade(s) {
      s.mapWorld();
      const f = 0.92 + 0.14 * s.noise(CLOUDY, 9);
      s.colour(r * f, g * f, b * f);
      if (s.facing === 2) return s.scale(0.85);
      const bay = 2.6 + s.seed * 1.4;
      const du = fromLine(s.u + s.seed * 3, bay);
      const dv = fromLine(s.pz - 1.6, 3.5);
      if (Math.abs(du) < 0.62 && Math.abs(dv) < 0.8) {
        const blind = hash3(Math.round(s.u / bay), Math.round(s.pz / 3.5), Math.floor(s.seed * 99));
        s.colour(0.1 + 0.25 * blind * blind, 0.12 + 0.22 * blind * blind, 0.14 + 0.18 * blind * blind);
        if (Math.abs(du) < 0.03 || Math.abs(dv) > 0.76 || Math.abs(du) > 0.58) s.colour(0.5, 0.48, 0.45);
        s.gloss = 0.06;
        s.roughness = 0.02;
        return;
      }
      s.scale(1 - 0.3 * s.line(fromLine(s.pz - 0.1, 3.5), 0.05));
    },
  };
}

/** Corrugated hoarding around the plot. */
export const hoarding: Material = {
  mean: [0.62, 0.63, 0.63],
  shade(s) {
    s.mapWorld();
    const wave = Math.sin(s.u * 40);
    s.colour(0.62, 0.64, 0.65);
    if (s.footprint < 0.05) s.slopeU = wave * 0.5;
    s.scale(0.93 + 0.07 * wave * ramp(0.08, 0.02, s.footprint));
    s.blend(0.09, 0.3, 0.55, s.line(s.pz - 1.45, 0.16) * 0.9);
    s.blend(0.5, 0.42, 0.32, ramp(0.5, -0.4, s.pz) * 0.7 * s.noise(ROUGH, 2));
  },
};

export const leaf: Material = {
  mean: [0.13, 0.19, 0.07],
  shade(s) {
    const f = 0.6 + 0.8 * s.seed;
    s.colour(0.13 * f, 0.19 * f, 0.065 * f);
  },
};

export const bark: Material = {
  mean: [0.3, 0.24, 0.18],
  shade(s) {
    const ring = 0.75 + 0.25 * Math.sin(s.lz * 34);
    s.colour(0.31 * ring, 0.245 * ring, 0.18 * ring);
  },
};
