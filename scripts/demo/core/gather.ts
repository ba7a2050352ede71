import { type Camera, direction } from "./camera.ts";
import { type Light, mixtureWeight, PORTAL_SHARE } from "./light.ts";
import type { Tracer } from "./tracer.ts";

/** Soft light over a smaller picture: the light arriving at every point, and its main direction. */
export interface SoftLight {
  width: number;
  height: number;
  /** Irradiance / pi, rgb per pixel. */
  light: Float32Array;
  /** First-order change of that light when the normal is tilted. */
  lean: Float32Array;
  /** Variance of the mean luminance. */
  variance: Float32Array;
  normals: Float32Array;
  positions: Float32Array;
  /** Distance, Infinity for sky. */
  depth: Float32Array;
  /** 1 if a penumbra of the sun is in the pixel or next to it. */
  halfShadow: Uint8Array;
}

const SUN_RAYS = 8;
const GOLDEN_U = 0.7548776662466927;
const GOLDEN_V = 0.5698402909980532;

export interface Gathered {
  halfShadow: boolean;
  light: Float32Array;
  lean: Float32Array;
  variance: number;
}

/** Gathers `samples` cosine-weighted rays over the hemisphere of one point. */
export function gatherAt(
  light: Light,
  hasLamps: boolean,
  samples: number,
  p: readonly [number, number, number],
  n: readonly [number, number, number],
  out: Gathered,
): void {
  const [nx, ny, nz] = n;
  const x = p[0] + nx * 1e-3;
  const y = p[1] + ny * 1e-3;
  const z = p[2] + nz * 1e-3;
  const sign = nz >= 0 ? 1 : -1;
  const a = -1 / (sign + nz);
  const b = nx * ny * a;
  const tx = 1 + sign * nx * nx * a;
  const ty = sign * b;
  const tz = -sign * nx;
  const bx = b;
  const by = sign + ny * ny * a;
  const bz = -ny;
  let u = light.random();
  let v = light.random();
  const sum = out.light.fill(0);
  const lean = out.lean.fill(0);
  let total = 0;
  let squares = 0;
  const guided = light.portals.begin(x, y, z, nx, ny, nz);
  const through = Math.round(samples * PORTAL_SHARE);
  const offset = light.random();
  for (let i = 0; i < samples; i++) {
    u += GOLDEN_U;
    if (u >= 1) u -= 1;
    v += GOLDEN_V;
    if (v >= 1) v -= 1;
    const angle = v * 2 * Math.PI;
    const r = Math.sqrt(u);
    let cos = Math.sqrt(1 - u);
    const c = Math.cos(angle) * r;
    const s = Math.sin(angle) * r;
    let dx = tx * c + bx * s + nx * cos;
    let dy = ty * c + by * s + ny * cos;
    let dz = tz * c + bz * s + nz * cos;
    let weight = 1;
    if (guided) {
      if (i < through) {
        light.portals.sample((i + offset) / through, u, v, TOWARDS);
        dx = TOWARDS[0]!;
        dy = TOWARDS[1]!;
        dz = TOWARDS[2]!;
        cos = nx * dx + ny * dy + nz * dz;
      }
      weight = mixtureWeight(light.portals, cos, dx, dy, dz);
      if (weight === 0) continue;
    }
    light.arriving(x, y, z, dx, dy, dz, ARRIVED);
    const r0 = ARRIVED[0]! * weight;
    const g0 = ARRIVED[1]! * weight;
    const b0 = ARRIVED[2]! * weight;
    sum[0]! += r0;
    sum[1]! += g0;
    sum[2]! += b0;
    const luminance = 0.3 * r0 + 0.6 * g0 + 0.1 * b0;
    total += luminance;
    squares += luminance * luminance;
    const w = luminance / Math.max(cos, 0.2);
    lean[0]! += dx * w;
    lean[1]! += dy * w;
    lean[2]! += dz * w;
  }
  for (let k = 0; k < 3; k++) {
    sum[k]! /= samples;
    lean[k]! /= total || 1;
  }
  const mean = total / samples;
  out.variance = Math.max(0, squares / samples - mean * mean) / samples;
  if (!hasLamps) return;
  const lampSamples = 6;
  LAMP.fill(0);
  for (let i = 0; i < lampSamples; i++) light.addLamp(p[0], p[1], p[2], nx, ny, nz, LAMP);
  for (let k = 0; k < 3; k++) sum[k]! += LAMP[k]! / lampSamples;
  out.variance += 0.01 * mean * mean;
}

const ARRIVED = new Float32Array(3);
const TOWARDS = new Float64Array(3);
const LAMP = new Float32Array(3);

export function gatherPicture(
  camera: Camera,
  tracer: Tracer,
  light: Light,
  hasLamps: boolean,
  width: number,
  samples: number,
): SoftLight {
  const height = width / 2;
  const count = width * height;
  const soft: SoftLight = {
    width,
    height,
    light: new Float32Array(count * 3),
    lean: new Float32Array(count * 3),
    variance: new Float32Array(count),
    normals: new Float32Array(count * 3),
    positions: new Float32Array(count * 3),
    depth: new Float32Array(count).fill(Infinity),
    halfShadow: new Uint8Array(count),
  };
  const sunlit = new Float32Array(count);
  const d = new Float64Array(3);
  const got: Gathered = {
    halfShadow: false,
    light: new Float32Array(3),
    lean: new Float32Array(3),
    variance: 0,
  };
  const visit = (i: number, j: number, rays: number) => {
    direction(camera, (i + 0.5) / width, (j + 0.5) / height, d);
    if (!tracer.trace(camera.x, camera.y, camera.z, d[0]!, d[1]!, d[2]!, 1000)) return;
    const { t, nx, ny, nz } = tracer.hit;
    const at = j * width + i;
    const p = [camera.x + d[0]! * t, camera.y + d[1]! * t, camera.z + d[2]! * t] as const;
    soft.depth[at] = t;
    soft.positions.set(p, at * 3);
    soft.normals.set([nx, ny, nz], at * 3);
    gatherAt(light, hasLamps, rays, p, [nx, ny, nz], got);
    soft.light.set(got.light, at * 3);
    soft.lean.set(got.lean, at * 3);
    soft.variance[at] = got.variance;
    let lit = 0;
    for (let k = 0; k < SUN_RAYS; k++) {
      const r = (k + light.random()) / SUN_RAYS;
      lit += light.sunShare(p[0], p[1], p[2], nx, ny, nz, (k * 0.618034) % 1, r) > 0 ? 1 : 0;
    }
    sunlit[at] = lit;
  };
  // A sparse first pass fills the cells, so that the picture does not get brighter from top to bottom.
  for (let j = 2; j < height; j += 5) for (let i = 2; i < width; i += 5) visit(i, j, 12);
  for (let j = 0; j < height; j++) {
    const wide = Math.sin((Math.PI * (j + 0.5)) / height);
    const rays = Math.max(8, Math.round(samples * Math.min(1, 0.25 + wide)));
    for (let i = 0; i < width; i++) visit(i, j, rays);
  }
  markHalfShadows(soft, sunlit);
  return soft;
}

/** Marks penumbras: pixels whose neighbours see different shares of the sun. */
function markHalfShadows(soft: SoftLight, sunlit: Float32Array): void {
  const { width, height } = soft;
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      let least = SUN_RAYS;
      let most = 0;
      for (let b = Math.max(0, j - 2); b <= Math.min(height - 1, j + 2); b++)
        for (let a = i - 3; a <= i + 3; a++) {
          const lit = sunlit[b * width + ((a + width) % width)]!;
          least = Math.min(least, lit);
          most = Math.max(most, lit);
        }
      soft.halfShadow[j * width + i] = most > least ? 1 : 0;
    }
}
