import { CLOUDY, CRACKS, FINE, PITS, ROUGH, ramp } from "../core/noise.ts";
import { hash3 } from "../core/random.ts";
import { fromLine, type Material, type Surface } from "./surface.ts";

function cement(s: Surface, light: number): void {
  const cloud = s.noise(CLOUDY, 3.7);
  const rough = s.noise(ROUGH, 1.3);
  const fine = s.noise(FINE, 0.35);
  const f = light * (0.72 + 0.34 * cloud + 0.14 * rough + 0.12 * (fine - 0.5));
  const warm = (s.noise(CLOUDY, 7.3) - 0.5) * 0.1;
  s.colour(f * (1.0 + warm), f * 0.985, f * (0.95 - warm));
}

/** Columns, beams and walls cast against panels: panel joints, tie holes, air holes, drips. */
export const castConcrete: Material = {
  mean: [0.42, 0.41, 0.39],
  shade(s) {
    s.mapWorld();
    cement(s, 0.45);
    s.scale(1 - 0.45 * s.noise(PITS, 0.8));
    s.relief(ROUGH, 1.3, 0.01);
    const drip = ramp(0.56, 0.85, s.stretched(ROUGH, 1.1, 9));
    s.blend(0.3, 0.27, 0.23, drip * 0.28);
    const lift = s.line(fromLine(s.v + 0.35, 1.2), 0.004);
    s.scale(1 - 0.25 * lift);
    s.slopeV += lift * 0.3;
    const tint = hash3(Math.floor((s.v + 0.95) / 1.2), Math.floor(s.u / 2.4), 4);
    s.scale(0.94 + 0.12 * tint);
    s.blend(0.6, 0.59, 0.56, ramp(0.62, 0.8, s.noise(CLOUDY, 1.7)) * 0.35);
    if (s.facing !== 2) s.blend(0.42, 0.38, 0.32, ramp(0.25, 0, (s.pz + 0.02) % 3.6) * 0.4);
  },
};

/** Underside of slabs: the imprint of the plywood sheets. */
export const soffit: Material = {
  mean: [0.43, 0.42, 0.4],
  shade(s) {
    s.mapWorld();
    const row = Math.floor(s.v / 1.22);
    const shifted = s.u + (row & 1) * 1.22;
    cement(s, 0.46);
    const tint = hash3(Math.floor(shifted / 2.44), row, 11);
    const warm = hash3(Math.floor(shifted / 2.44), row, 12);
    s.scale(0.84 + 0.28 * tint);
    s.blend(0.44, 0.37, 0.28, warm * warm * 0.35);
    const grain = s.stretched(ROUGH, 3.1, 0.22);
    s.scale(0.95 + 0.1 * grain);
    const jointU = s.line(fromLine(shifted, 2.44), 0.003);
    const jointV = s.line(fromLine(s.v, 1.22), 0.003);
    const joint = Math.max(jointU, jointV);
    s.blend(0.25, 0.24, 0.22, joint * 0.7);
    s.blend(0.6, 0.59, 0.56, Math.max(s.line(fromLine(shifted, 2.44) - 0.009, 0.005), 0) * 0.4);
    s.blend(0.56, 0.55, 0.52, ramp(0.6, 0.8, s.noise(CLOUDY, 1.9)) * 0.45);
    s.blend(0.27, 0.25, 0.22, ramp(0.66, 0.9, s.noise(ROUGH, 5.3)) * 0.4);
    s.scale(1 - 0.3 * s.noise(PITS, 1.1));
    s.relief(ROUGH, 1.6, 0.002);
  },
};

interface SlabLook {
  light: number;
  dust: number;
  wet: number;
  /** Blue chalk lines of the setting-out. */
  chalk: boolean;
}

/** Floors before any finish. */
export function slab(look: SlabLook): Material {
  const { light, dust } = look;
  return {
    mean: [light * 0.93, light * 0.91, light * 0.87],
    shade(s) {
      s.mapWorld();
      cement(s, light);
      const swirl = s.noise(ROUGH, 2.3) * 0.6 + s.noise(CLOUDY, 0.9) * 0.4;
      s.scale(0.84 + 0.32 * swirl);
      const crack = s.noise(CRACKS, 6.1) * ramp(0.45, 0.65, s.noise(CLOUDY, 9));
      s.scale(1 - 0.4 * crack * ramp(0.02, 0.003, s.footprint));
      s.scale(1 - 0.22 * s.noise(PITS, 1.3));
      const powder = ramp(0.4, 0.75, s.noise(CLOUDY, 4.7) * 0.7 + s.noise(ROUGH, 1.1) * 0.3);
      s.blend(0.44, 0.395, 0.33, powder * dust);
      const splash = ramp(0.71, 0.76, s.noise(ROUGH, 1.7));
      s.blend(0.52, 0.51, 0.48, splash * 0.6);
      const grit = ramp(0.73, 0.8, s.noise(FINE, 1.2)) * ramp(0.012, 0.003, s.footprint);
      s.scale(1 - 0.45 * grit);
      s.relief(ROUGH, 2.3, 0.006);
      s.relief(FINE, 0.7, 0.0016);
      const wet = look.wet * ramp(0.6, 0.66, s.noise(CLOUDY, 7.9));
      if (wet > 0) {
        s.scale(1 - 0.5 * wet);
        s.slopeU *= 1 - wet;
        s.slopeV *= 1 - wet;
        s.gloss = 0.03 * wet;
        s.roughness = 0.03;
      }
      if (look.chalk) {
        const gap = ramp(0.3, 0.5, s.noise(FINE, 0.5));
        const lines = Math.max(
          s.line(s.px - 6.28, 0.004),
          s.line(s.py - 6.42, 0.004),
          s.line(s.px - 9.78, 0.004),
        );
        s.blend(0.08, 0.16, 0.5, lines * gap);
      }
    },
  };
}

/** Screed under the tiles: flat, pale, with the marks of the straight edge. */
export const screed: Material = {
  mean: [0.5, 0.49, 0.46],
  shade(s) {
    s.mapWorld();
    cement(s, 0.53);
    s.scale(0.92 + 0.16 * s.stretched(ROUGH, 0.9, 6));
    s.scale(1 - 0.25 * s.noise(PITS, 1.2));
    s.blend(0.6, 0.57, 0.52, ramp(0.5, 0.8, s.noise(CLOUDY, 2.9)) * 0.4);
    s.relief(ROUGH, 1.5, 0.004);
  },
};
