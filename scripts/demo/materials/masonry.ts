import { CLOUDY, FINE, PITS, ROUGH, ramp } from "../core/noise.ts";
import { hash3 } from "../core/random.ts";
import { fromLine, type Material } from "./surface.ts";

/** Concrete blocks 400 x 200 mm in running bond, joints struck by hand. */
export const blockwork: Material = {
  mean: [0.43, 0.42, 0.4],
  shade(s) {
    s.mapWorld();
    const wobble = (s.noise(CLOUDY, 1.9) - 0.5) * 0.012;
    const v = s.v + wobble;
    const row = Math.floor(v / 0.2);
    const u = s.u + (row & 1) * 0.2 + wobble;
    const column = Math.floor(u / 0.4);
    const tint = hash3(row, column, s.facing + 3);
    const f = 0.38 * (0.8 + 0.36 * tint) * (0.86 + 0.22 * s.noise(ROUGH, 0.8) + 0.08 * s.noise(FINE, 0.2));
    const warm = (hash3(row, column, 77) - 0.5) * 0.05;
    s.colour(f * (1 + warm), f * 0.985, f * (0.95 - warm));
    s.scale(1 - 0.55 * s.noise(PITS, 0.45) * ramp(0.012, 0.002, s.footprint));
    s.relief(FINE, 0.3, 0.006);
    const edge = 0.005 + 0.003 * s.noise(ROUGH, 0.5);
    const dv = fromLine(v, 0.2);
    const du = fromLine(u, 0.4);
    const bed = s.line(dv, edge);
    const head = s.line(du, edge);
    const joint = Math.max(bed, head);
    const mortar = 0.5 + 0.1 * s.noise(ROUGH, 0.4);
    s.blend(mortar * 1.04, mortar * 1.02, mortar * 0.97, joint * 0.9);
    s.scale(1 - 0.3 * Math.max(s.line(dv - edge, 0.003), s.line(du - edge, 0.003)));
    s.slopeV += (s.line(dv - edge, 0.004) - s.line(dv + edge, 0.004)) * 0.9;
    s.slopeU += (s.line(du - edge, 0.004) - s.line(du + edge, 0.004)) * 0.9;
    const smear = ramp(0.64, 0.72, s.noise(ROUGH, 1.9)) * ramp(0.1, 0.02, Math.abs(dv));
    s.blend(0.54, 0.53, 0.5, smear * 0.7);
    s.blend(0.5, 0.45, 0.38, ramp(0.35, 0, s.pz % 3.6) * 0.35 * s.noise(CLOUDY, 0.9) * 2);
    s.scale(0.92 + 0.16 * s.noise(CLOUDY, 5));
  },
};

/** Cement render straight from the trowel, drying in patches. */
export const render: Material = {
  mean: [0.55, 0.54, 0.51],
  shade(s) {
    s.mapWorld();
    const f = 0.56 * (0.86 + 0.2 * s.noise(CLOUDY, 2.7) + 0.08 * s.noise(ROUGH, 0.9));
    s.colour(f, f * 0.98, f * 0.94);
    const damp = ramp(0.52, 0.68, s.noise(CLOUDY, 5.1));
    s.scale(1 - 0.22 * damp);
    const arcs = s.stretched(ROUGH, 0.7, 2.1);
    s.scale(0.95 + 0.1 * arcs);
    s.relief(CLOUDY, 0.9, 0.01);
    s.relief(FINE, 0.4, 0.002);
  },
};

interface PaintLook {
  colour: readonly [number, number, number];
  /** Share of the wall that only has the first coat. */
  patchy: number;
}

/** Smooth plaster with roller paint. */
export function paint(look: PaintLook): Material {
  const [r, g, b] = look.colour;
  return {
    mean: look.colour,
    shade(s) {
      s.mapWorld();
      const f = 0.985 + 0.03 * (s.noise(CLOUDY, 3.1) - 0.5) + 0.02 * (s.noise(FINE, 0.3) - 0.5);
      s.colour(r * f, g * f, b * f);
      if (look.patchy > 0) {
        const bare = ramp(
          1 - look.patchy,
          1.04 - look.patchy,
          s.noise(ROUGH, 2.7) * 0.4 + s.noise(CLOUDY, 3.7) * 0.6,
        );
        s.blend(0.68, 0.66, 0.62, bare);
        const filler = ramp(0.72, 0.75, s.noise(ROUGH, 2.1));
        s.blend(0.84, 0.83, 0.81, filler * bare);
      }
      const foot = s.pz % 3.6;
      if (s.facing !== 2) s.blend(0.5, 0.47, 0.42, ramp(0.12, 0, foot) * 0.25 * s.noise(ROUGH, 0.8));
      s.relief(FINE, 0.25, 0.0007);
      s.relief(CLOUDY, 2.1, 0.002);
    },
  };
}

/** Gypsum boards with taped joints and screw heads, before paint. */
export const gypsum: Material = {
  mean: [0.74, 0.73, 0.71],
  shade(s) {
    s.mapWorld();
    const f = 0.75 + 0.03 * (s.noise(CLOUDY, 2.2) - 0.5);
    s.colour(f, f * 0.985, f * 0.955);
    const tape = Math.max(
      ramp(0.075, 0.05, Math.abs(fromLine(s.v, 1.2)) + 0.02 * s.noise(ROUGH, 0.7)),
      ramp(
        0.075,
        0.05,
        Math.abs(fromLine(s.u + (Math.floor(s.v / 1.2) & 1) * 1.2, 2.4)) + 0.02 * s.noise(ROUGH, 0.7),
      ),
    );
    s.blend(0.86, 0.86, 0.85, tape);
    const du = fromLine(s.u, 0.4);
    const dv = fromLine(s.v + 0.15, 0.3);
    const screw = ramp(0.026, 0.018, Math.hypot(du, dv) + 0.012 * s.noise(FINE, 0.3));
    s.blend(0.87, 0.87, 0.86, screw);
  },
};
