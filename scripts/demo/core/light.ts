import { MATERIALS } from "../materials/index.ts";
import type { Bvh } from "./bvh.ts";
import { createPortals, type Portals } from "./portals.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import type { Sky } from "./sky.ts";
import type { Tracer } from "./tracer.ts";

/**
 * Bounced light, cached in cells of space: the first rays that reach a cell measure it, later rays refine and read it.
 * So one ray per sample carries the light of any number of bounces. A cell is never seen directly, only through a
 * gather over the hemisphere, which hides its edges.
 *
 * Every amount here is irradiance divided by pi: times reflectance it is radiance.
 */
const CELL = 0.22;
const SLOTS = 1 << 20;
const ENOUGH = 44;

export interface Light {
  random: Random;
  /** For the gathering code; the cells use their own. */
  portals: Portals;
  /** Irradiance at a point of the surface with normal n, from the cells; written to `out`. */
  remembered(x: number, y: number, z: number, nx: number, ny: number, nz: number, out: Float32Array): void;
  /** Light carried back by a ray: sky, or bounced light of the surface it hits. */
  arriving(x: number, y: number, z: number, dx: number, dy: number, dz: number, out: Float32Array): void;
  /** Sun on a surface, one shadow ray towards a random point of the disc; 0..1 times cosine. */
  sunShare(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    r1: number,
    r2: number,
  ): number;
  /** One random lamp, weighted; adds to `out`. */
  addLamp(x: number, y: number, z: number, nx: number, ny: number, nz: number, out: Float32Array): void;
}

/** Share of rays sent through windows and doors. */
export const PORTAL_SHARE = 0.4;

/** Cosine over density of the mixture of both ways to choose a ray, relative to cosine sampling alone. */
export function mixtureWeight(portals: Portals, cos: number, dx: number, dy: number, dz: number): number {
  if (cos <= 0) return 0;
  const upright = cos / Math.PI;
  return upright / ((1 - PORTAL_SHARE) * upright + PORTAL_SHARE * portals.density(dx, dy, dz));
}

/** Beyond this the sky table replaces the town: bounced light shows no difference. */
const FAR = 55;
const LIFT = 1e-3;

export function createLight(bvh: Bvh, tracer: Tracer, sky: Sky, scene: Scene, random: Random): Light {
  const { lamps } = scene;
  const portals = createPortals(scene.portals, scene.roomBoxes);
  const gatherPortals = createPortals(scene.portals, scene.roomBoxes);
  const towards = new Float64Array(3);
  const keys = new Int32Array(SLOTS * 2);
  const sums = new Float32Array(SLOTS * 3);
  const counts = new Float32Array(SLOTS);
  const sun = sky.weather.sun;
  const [sx, sy, sz] = sky.sunDirection;
  const sunSpread = Math.tan((sky.weather.sunRadius * Math.PI) / 180);
  const means = Float32Array.from(MATERIALS.flatMap((m) => [...m.mean]));
  const weights = new Float32Array(lamps.length);
  const arrived = new Float32Array(3);
  const part = new Float32Array(3);

  function slotOf(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    const ax = Math.abs(nx);
    const ay = Math.abs(ny);
    const az = Math.abs(nz);
    const side = az >= ax && az >= ay ? (nz > 0 ? 0 : 1) : ax >= ay ? (nx > 0 ? 2 : 3) : ny > 0 ? 4 : 5;
    const size = x * x + y * y > 900 ? 2 : CELL;
    const i = Math.floor(x / size) + 2048;
    const j = Math.floor(y / size) + 2048;
    const k = Math.floor(z / size) + 256;
    const low = (i | (j << 12) | (side << 24)) + 1;
    let h = Math.imul(low, 0x9e3779b1) ^ Math.imul(k, 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    h ^= h >>> 13;
    for (let probe = 0; probe < 24; probe++) {
      const slot = (h + probe) & (SLOTS - 1);
      const a = keys[slot * 2]!;
      if (a === low && keys[slot * 2 + 1] === k) return slot;
      if (a === 0) {
        keys[slot * 2] = low;
        keys[slot * 2 + 1] = k;
        return slot;
      }
    }
    return h & (SLOTS - 1);
  }

  function sunShare(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    r1: number,
    r2: number,
  ): number {
    const angle = r1 * 2 * Math.PI;
    const radius = sunSpread * Math.sqrt(r2);
    const a = Math.cos(angle) * radius;
    const b = Math.sin(angle) * radius;
    const flat = Math.sqrt(sx * sx + sy * sy) || 1;
    let dx = sx + (a * -sy) / flat - (b * sx * sz) / flat;
    let dy = sy + (a * sx) / flat - (b * sy * sz) / flat;
    let dz = sz + b * flat;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    dx /= length;
    dy /= length;
    dz /= length;
    const cos = nx * dx + ny * dy + nz * dz;
    if (cos <= 0) return 0;
    return tracer.blocked(x + nx * LIFT, y + ny * LIFT, z + nz * LIFT, dx, dy, dz, FAR) ? 0 : cos;
  }

  function addLamp(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    out: Float32Array,
  ): void {
    let total = 0;
    for (let i = 0; i < lamps.length; i++) {
      const [cx, cy, cz] = lamps[i]!.centre;
      const ex = cx - x;
      const ey = cy - y;
      const ez = cz - z;
      const d2 = ex * ex + ey * ey + ez * ez;
      const facing = nx * ex + ny * ey + nz * ez;
      const w = ez > 0 && facing > -0.5 && d2 < 120 ? Math.max(0.05, facing) / (d2 * d2 * 0.3 + 0.1) : 0;
      weights[i] = w;
      total += w;
    }
    if (total <= 0) return;
    let pick = random() * total;
    let i = 0;
    while (i < lamps.length - 1 && (pick -= weights[i]!) > 0) i++;
    const lamp = lamps[i]!;
    const px = lamp.centre[0] + (random() * 2 - 1) * lamp.halfX - x;
    const py = lamp.centre[1] + (random() * 2 - 1) * lamp.halfY - y;
    const pz = lamp.centre[2] - 0.01 - z;
    const d2 = px * px + py * py + pz * pz;
    const d = Math.sqrt(d2);
    const facing = (nx * px + ny * py + nz * pz) / d;
    if (facing <= 0 || pz <= 0) return;
    const reach = d - 0.03;
    if (tracer.blocked(x + nx * LIFT, y + ny * LIFT, z + nz * LIFT, px / d, py / d, pz / d, reach)) return;
    const area = 4 * lamp.halfX * lamp.halfY;
    const amount = ((facing * (pz / d) * area) / (Math.PI * Math.max(d2, 0.04))) * (total / weights[i]!);
    out[0]! += lamp.power[0] * amount;
    out[1]! += lamp.power[1] * amount;
    out[2]! += lamp.power[2] * amount;
  }

  /** Random direction around a normal, more often upright, into `towards`. */
  function scatter(nx: number, ny: number, nz: number): void {
    const angle = random() * 2 * Math.PI;
    const up = 2 * random() - 1;
    const r = Math.sqrt(1 - up * up);
    const dx = nx + Math.cos(angle) * r;
    const dy = ny + Math.sin(angle) * r;
    const dz = nz + up;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1;
    towards[0] = dx / length;
    towards[1] = dy / length;
    towards[2] = dz / length;
  }

  /** Adds one measurement to a cell: sun, a lamp, and the light of one random ray. */
  function measure(slot: number, x: number, y: number, z: number, nx: number, ny: number, nz: number): void {
    part.fill(0);
    if (nx * sx + ny * sy + nz * sz > 0) {
      const share = sunShare(x, y, z, nx, ny, nz, random(), random());
      part[0] = sun[0] * share;
      part[1] = sun[1] * share;
      part[2] = sun[2] * share;
    }
    if (lamps.length > 0) addLamp(x, y, z, nx, ny, nz, part);
    const guided = portals.begin(x, y, z, nx, ny, nz);
    if (guided && random() < PORTAL_SHARE) portals.sample(random(), random(), random(), towards);
    else scatter(nx, ny, nz);
    const dx = towards[0]!;
    const dy = towards[1]!;
    const dz = towards[2]!;
    const cos = nx * dx + ny * dy + nz * dz;
    const weight = guided ? mixtureWeight(portals, cos, dx, dy, dz) : 1;
    if (weight === 0) {
      // The opening is behind the surface: a sample of nothing.
    } else if (tracer.trace(x + nx * LIFT, y + ny * LIFT, z + nz * LIFT, dx, dy, dz, FAR)) {
      const hit = tracer.hit;
      const t = hit.t;
      const next = slotOf(x + dx * t, y + dy * t, z + dz * t, hit.nx, hit.ny, hit.nz);
      const n = counts[next]!;
      if (n > 0) {
        const m = bvh.materials[hit.solid]! * 3;
        part[0]! += (sums[next * 3]! / n) * means[m]! * weight;
        part[1]! += (sums[next * 3 + 1]! / n) * means[m + 1]! * weight;
        part[2]! += (sums[next * 3 + 2]! / n) * means[m + 2]! * weight;
      }
    } else {
      sky.lookCoarse(dx, dy, dz, arrived);
      part[0]! += arrived[0]! * weight;
      part[1]! += arrived[1]! * weight;
      part[2]! += arrived[2]! * weight;
    }
    // Early measurements include fewer bounces: they fade out.
    if (counts[slot]! >= 24) {
      const keep = 1 - 1 / 24;
      counts[slot]! *= keep;
      sums[slot * 3]! *= keep;
      sums[slot * 3 + 1]! *= keep;
      sums[slot * 3 + 2]! *= keep;
    }
    sums[slot * 3]! += part[0]!;
    sums[slot * 3 + 1]! += part[1]!;
    sums[slot * 3 + 2]! += part[2]!;
    counts[slot]! += 1;
  }

  const visits = new Uint8Array(SLOTS);

  function remembered(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    out: Float32Array,
  ): void {
    const j = CELL * 0.9;
    const slot = slotOf(
      x + (random() - 0.5) * j * (1 - Math.abs(nx)),
      y + (random() - 0.5) * j * (1 - Math.abs(ny)),
      z + (random() - 0.5) * j * (1 - Math.abs(nz)),
      nx,
      ny,
      nz,
    );
    const seen = visits[slot]!;
    if (seen < ENOUGH) {
      visits[slot] = seen + 1;
      measure(slot, x, y, z, nx, ny, nz);
      if (seen === 0) for (let i = 0; i < 4; i++) measure(slot, x, y, z, nx, ny, nz);
    }
    const n = counts[slot]! || 1;
    out[0] = sums[slot * 3]! / n;
    out[1] = sums[slot * 3 + 1]! / n;
    out[2] = sums[slot * 3 + 2]! / n;
  }

  function arriving(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    out: Float32Array,
  ): void {
    if (!tracer.trace(x, y, z, dx, dy, dz, FAR)) {
      sky.lookCoarse(dx, dy, dz, out);
      return;
    }
    const hit = tracer.hit;
    const t = hit.t;
    const m = bvh.materials[hit.solid]! * 3;
    remembered(x + dx * t, y + dy * t, z + dz * t, hit.nx, hit.ny, hit.nz, out);
    out[0]! *= means[m]!;
    out[1]! *= means[m + 1]!;
    out[2]! *= means[m + 2]!;
  }

  return { random, portals: gatherPortals, remembered, arriving, sunShare, addLamp };
}
