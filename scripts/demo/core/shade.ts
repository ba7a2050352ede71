import { M, MATERIALS } from "../materials/index.ts";
import { spray } from "../materials/spray.ts";
import { Surface } from "../materials/surface.ts";
import type { Bvh } from "./bvh.ts";
import { type Gathered, gatherAt, type SoftLight } from "./gather.ts";
import type { Light } from "./light.ts";
import { KIND_TUBE, type Scene, STRIDE } from "./scene.ts";
import type { Sky } from "./sky.ts";
import { lookUpSoft } from "./soft-lookup.ts";
import type { Tracer } from "./tracer.ts";

export interface Shader {
  /** Radiance along a camera ray through pixel position (fx, fy) of the soft-light picture. */
  shade(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    fx: number,
    fy: number,
    out: Float32Array,
  ): void;
}

interface World {
  scene: Scene;
  bvh: Bvh;
  tracer: Tracer;
  light: Light;
  sky: Sky;
  soft: SoftLight;
  /** Angle of a pixel of the final picture. */
  pixelAngle: number;
}

const LAMP_GLOW = 9;
const HALF_SHADOW_RAYS = 8;

export function createShader({ scene, bvh, tracer, light, sky, soft, pixelAngle }: World): Shader {
  const s = new Surface();
  const hasLamps = scene.lamps.length > 0;
  const got: Gathered = {
    halfShadow: false,
    light: new Float32Array(3),
    lean: new Float32Array(3),
    variance: 0,
  };
  const cell = new Float32Array(3);
  const mirrored = new Float32Array(3);
  const mirrorSum = new Float32Array(3);
  const sun = sky.weather.sun;
  // Points of the sun's disc in an even sequence, distributed over neighbouring samples.
  let discU = 0;
  let discV = 0;
  const { packed, materials, kinds } = bvh;

  /** Runs the material of the last hit. */
  function describe(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    from: number,
  ): void {
    const { hit } = tracer;
    const p = hit.solid * STRIDE;
    const t = hit.t;
    s.px = ox + dx * t;
    s.py = oy + dy * t;
    s.pz = oz + dz * t;
    s.lx = hit.lx;
    s.ly = hit.ly;
    s.lz = hit.lz;
    s.hx = packed[p + 3]!;
    s.hy = packed[p + 4]!;
    s.hz = packed[p + 5]!;
    s.seed = packed[p + 15]!;
    s.nx = hit.nx;
    s.ny = hit.ny;
    s.nz = hit.nz;
    const cos = Math.abs(dx * hit.nx + dy * hit.ny + dz * hit.nz);
    s.footprint = ((from + t) * pixelAngle) / Math.sqrt(Math.max(0.06, cos));
    s.slopeU = 0;
    s.slopeV = 0;
    s.gloss = 0;
    s.facing = 3;
    MATERIALS[materials[hit.solid]!]!.shade(s);
    // Corners of anything solid show a little wear; it separates planes of one colour.
    if (kinds[hit.solid]! < KIND_TUBE && s.facing < 3) {
      const fx = s.hx - Math.abs(s.lx);
      const fy = s.hy - Math.abs(s.ly);
      const fz = s.hz - Math.abs(s.lz);
      const middle = fx + fy + fz - Math.max(fx, fy, fz) - Math.min(fx, fy, fz);
      if (middle < 0.006) s.scale(1 + 0.12 * (1 - middle / 0.006) * Math.min(1, 0.006 / s.footprint));
    }
  }

  function haze(t: number, dx: number, dy: number, out: Float32Array): void {
    if (t < 12) return;
    const share = 1 - Math.exp(-(t - 12) / sky.weather.visibility);
    const { horizon, glow } = sky.weather;
    const towards = Math.max(0, dx * sky.sunDirection[0] + dy * sky.sunDirection[1]) ** 4 * 0.3;
    for (let k = 0; k < 3; k++) out[k]! += (horizon[k]! * 0.85 + glow[k]! * towards - out[k]!) * share;
  }

  /** Light mirrored towards the eye, without further mirrors. */
  function reflect(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    from: number,
    out: Float32Array,
  ): void {
    if (!tracer.trace(x, y, z, dx, dy, dz, 400)) {
      sky.look(dx, dy, dz, out);
      return;
    }
    if (materials[tracer.hit.solid] === M.lampGlass) {
      out.fill(LAMP_GLOW * 0.28);
      return;
    }
    describe(x, y, z, dx, dy, dz, from + 2);
    const { px, py, pz, nx, ny, nz } = s;
    light.remembered(px, py, pz, nx, ny, nz, cell);
    out[0] = s.r * cell[0]!;
    out[1] = s.g * cell[1]!;
    out[2] = s.b * cell[2]!;
  }

  /** Mirrored light of a wet, tiled or polished surface; leaves the surface's own values to the caller. */
  function gloss(
    dx: number,
    dy: number,
    dz: number,
    gx: number,
    gy: number,
    gz: number,
    out: Float32Array,
  ): number {
    const rough = s.roughness * s.roughness;
    discU = (discU + 0.7548776662) % 1;
    discV = (discV + 0.5698402909) % 1;
    const angle = discU * 2 * Math.PI;
    const spread = rough * Math.sqrt(discV) * 1.4;
    let nx = s.nx + Math.cos(angle) * spread * (1 - Math.abs(gx));
    let ny = s.ny + Math.sin(angle) * spread * (1 - Math.abs(gy));
    let nz = s.nz + Math.cos(angle + 1) * spread * (1 - Math.abs(gz));
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= length;
    ny /= length;
    nz /= length;
    const cos = Math.max(0.02, -(dx * nx + dy * ny + dz * nz));
    const share = s.gloss + (1 - s.gloss) * (1 - cos) ** 5 * (1 - s.roughness * 2.2);
    if (share < 0.012) return 0;
    let mx = dx + 2 * cos * nx;
    let my = dy + 2 * cos * ny;
    let mz = dz + 2 * cos * nz;
    const into = mx * gx + my * gy + mz * gz;
    if (into < 0.01) {
      mx += (0.01 - into) * gx;
      my += (0.01 - into) * gy;
      mz += (0.01 - into) * gz;
    }
    const far = Math.sqrt(mx * mx + my * my + mz * mz);
    const { px, py, pz } = s;
    reflect(px + gx * 2e-3, py + gy * 2e-3, pz + gz * 2e-3, mx / far, my / far, mz / far, 3, out);
    return Math.min(0.9, share);
  }

  /** Blurred mirrors need a few rays; their mean is written to `mirrored`. */
  function glossy(dx: number, dy: number, dz: number, gx: number, gy: number, gz: number): number {
    const { px, py, pz, nx, ny, nz, gloss: strength, roughness } = s;
    const rays = roughness > 0.1 ? 3 : 1;
    mirrorSum.fill(0);
    let mix = 0;
    for (let i = 0; i < rays; i++) {
      s.px = px;
      s.py = py;
      s.pz = pz;
      s.nx = nx;
      s.ny = ny;
      s.nz = nz;
      s.gloss = strength;
      s.roughness = roughness;
      const share = gloss(dx, dy, dz, gx, gy, gz, mirrored);
      mix += share / rays;
      for (let k = 0; k < 3; k++) mirrorSum[k]! += mirrored[k]! * share;
    }
    for (let k = 0; k < 3; k++) mirrored[k] = mix > 0 ? mirrorSum[k]! / (mix * rays) : 0;
    return mix;
  }

  function sunlit(gx: number, gy: number, gz: number): number {
    discU = (discU + 0.7548776662) % 1;
    discV = (discV + 0.5698402909) % 1;
    return light.sunShare(s.px, s.py, s.pz, gx, gy, gz, discU, discV) > 0 ? 1 : 0;
  }

  function surface(dx: number, dy: number, dz: number, fx: number, fy: number, out: Float32Array): void {
    const { nx: gx, ny: gy, nz: gz } = s;
    if (scene.decals.length > 0) spray(s, scene.decals);
    if (!lookUpSoft(soft, s, fx, fy, got)) {
      gatherAt(light, hasLamps, 20, [s.px, s.py, s.pz], [gx, gy, gz], got);
    }
    s.tilt();
    const ex = s.nx - gx;
    const ey = s.ny - gy;
    const ez = s.nz - gz;
    const bent = Math.min(1.8, Math.max(0.35, 1 + ex * got.lean[0]! + ey * got.lean[1]! + ez * got.lean[2]!));
    let share = 0;
    const towards = s.nx * sky.sunDirection[0] + s.ny * sky.sunDirection[1] + s.nz * sky.sunDirection[2];
    if (towards > 0 && gx * sky.sunDirection[0] + gy * sky.sunDirection[1] + gz * sky.sunDirection[2] > 0) {
      let seen = sunlit(gx, gy, gz);
      if (got.halfShadow) {
        for (let i = 1; i < HALF_SHADOW_RAYS; i++) seen += sunlit(gx, gy, gz);
        seen /= HALF_SHADOW_RAYS;
      }
      share = seen * towards;
    }
    const r = s.r * (got.light[0]! * bent + sun[0] * share);
    const g = s.g * (got.light[1]! * bent + sun[1] * share);
    const b = s.b * (got.light[2]! * bent + sun[2] * share);
    let mix = 0;
    if (s.gloss > 0) mix = glossy(dx, dy, dz, gx, gy, gz);
    out[0] = r * (1 - mix) + mirrored[0]! * mix;
    out[1] = g * (1 - mix) + mirrored[1]! * mix;
    out[2] = b * (1 - mix) + mirrored[2]! * mix;
  }

  /** Panes are few and thin: they tint the view behind and mirror the scene in front. */
  function glass(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    reach: number,
    out: Float32Array,
  ): void {
    for (const pane of scene.panes) {
      const tx0 = (pane.lo[0] - ox) / dx;
      const tx1 = (pane.hi[0] - ox) / dx;
      const ty0 = (pane.lo[1] - oy) / dy;
      const ty1 = (pane.hi[1] - oy) / dy;
      const tz0 = (pane.lo[2] - oz) / dz;
      const tz1 = (pane.hi[2] - oz) / dz;
      const t = Math.max(Math.min(tx0, tx1), Math.min(ty0, ty1), Math.min(tz0, tz1));
      if (t < 0 || t > reach || t > Math.min(Math.max(tx0, tx1), Math.max(ty0, ty1), Math.max(tz0, tz1)))
        continue;
      const thinX = pane.hi[0] - pane.lo[0] < pane.hi[1] - pane.lo[1];
      const cos = Math.abs(thinX ? dx : dy);
      const share = 0.07 + 0.85 * (1 - cos) ** 5;
      const x = ox + dx * t;
      const y = oy + dy * t;
      const z = oz + dz * t;
      const mx = thinX ? -dx : dx;
      const my = thinX ? dy : -dy;
      reflect(x - dx * 0.01, y - dy * 0.01, z - dz * 0.01, mx, my, dz, t, mirrored);
      const tint = pane.film ? [0.55, 0.7, 0.86] : [0.84, 0.89, 0.87];
      for (let k = 0; k < 3; k++) out[k] = out[k]! * tint[k]! * (1 - share) + mirrored[k]! * share;
    }
  }

  return {
    shade(ox, oy, oz, dx, dy, dz, fx, fy, out) {
      let reach = Infinity;
      if (!tracer.trace(ox, oy, oz, dx, dy, dz, 1000)) sky.look(dx, dy, dz, out);
      else {
        reach = tracer.hit.t;
        if (materials[tracer.hit.solid] === M.lampGlass && tracer.hit.nz < -0.5) out.fill(LAMP_GLOW);
        else {
          describe(ox, oy, oz, dx, dy, dz, 0);
          surface(dx, dy, dz, fx, fy, out);
        }
        haze(reach, dx, dy, out);
      }
      if (scene.panes.length > 0) glass(ox, oy, oz, dx, dy, dz, reach, out);
    },
  };
}
