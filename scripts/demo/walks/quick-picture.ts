import { buildBvh } from "../core/bvh.ts";
import { type Camera, direction } from "../core/camera.ts";
import { KIND_TUBE, type Scene, STRIDE } from "../core/scene.ts";
import { createSky, type Weather } from "../core/sky.ts";
import { createTracer } from "../core/tracer.ts";
import { MATERIALS } from "../materials/index.ts";
import { Surface } from "../materials/surface.ts";

/** Pitches between which a walk is read; the rest of the picture stays grey. */
const HIGHEST = 64;
const LOWEST = -58;

/**
 * Grey pictures of a scene by the first ray alone: the real solids and materials under even light that depends on the side of a
 * surface. A hundredth of the cost of a lit picture, and enough for tests that follow corners.
 */
export function createQuickRenderer(scene: Scene, weather: Weather) {
  const bvh = buildBvh(scene.solids);
  const tracer = createTracer(bvh);
  const sky = createSky(weather);
  const surface = new Surface();
  const { packed, materials, kinds } = bvh;
  const d = new Float64Array(3);
  const air = new Float32Array(3);

  /** Brightness along a ray, linear. */
  const brightness = ({ x, y, z }: Camera, pixelAngle: number): number => {
    const [dx, dy, dz] = [d[0]!, d[1]!, d[2]!];
    if (!tracer.trace(x, y, z, dx, dy, dz, 300)) {
      sky.look(dx, dy, dz, air);
      return 0.3 * air[0]! + 0.6 * air[1]! + 0.1 * air[2]!;
    }
    const { hit } = tracer;
    const p = hit.solid * STRIDE;
    const s = surface;
    [s.px, s.py, s.pz] = [x + dx * hit.t, y + dy * hit.t, z + dz * hit.t];
    [s.lx, s.ly, s.lz] = [hit.lx, hit.ly, hit.lz];
    [s.hx, s.hy, s.hz] = [packed[p + 3]!, packed[p + 4]!, packed[p + 5]!];
    s.seed = packed[p + 15]!;
    [s.nx, s.ny, s.nz] = [hit.nx, hit.ny, hit.nz];
    const cos = Math.abs(dx * hit.nx + dy * hit.ny + dz * hit.nz);
    s.footprint = (hit.t * pixelAngle) / Math.sqrt(Math.max(0.06, cos));
    s.slopeU = 0;
    s.slopeV = 0;
    s.facing = 3;
    MATERIALS[materials[hit.solid]!]!.shade(s);
    const inner = kinds[hit.solid]! < KIND_TUBE ? edgeOf(s) : 1;
    const light = 0.62 + 0.2 * hit.nz + 0.16 * hit.nx + 0.1 * hit.ny + 0.25 * (s.slopeU + s.slopeV);
    return (0.3 * s.r + 0.6 * s.g + 0.1 * s.b) * Math.max(0.15, light) * inner;
  };

  return {
    tracer,
    /** One byte per pixel; `exposure` in stops. */
    render(camera: Camera, width: number, exposure: number, noise: () => number): Uint8Array {
      const height = width / 2;
      const out = new Uint8Array(width * height).fill(110);
      const gain = 1.5 * 2 ** exposure;
      const first = Math.floor(((90 - HIGHEST) / 180) * height);
      const last = Math.ceil(((90 - LOWEST) / 180) * height);
      for (let j = first; j < last; j++)
        for (let i = 0; i < width; i++) {
          direction(camera, (i + 0.5) / width, (j + 0.5) / height, d);
          const value = brightness(camera, (2 * Math.PI) / width) * gain;
          const grey = 255 * (value / (value + 0.45)) ** 0.8 + 3 * (noise() - 0.5);
          out[j * width + i] = Math.max(0, Math.min(255, Math.round(grey)));
        }
      return out;
    },
  };
}

/** Darker near the edges of a box, as corners gather less light. */
function edgeOf({ hx, hy, hz, lx, ly, lz }: Surface): number {
  const [fx, fy, fz] = [hx - Math.abs(lx), hy - Math.abs(ly), hz - Math.abs(lz)];
  const middle = fx + fy + fz - Math.max(fx, fy, fz) - Math.min(fx, fy, fz);
  return 0.82 + 0.18 * Math.min(1, middle / 0.25);
}
