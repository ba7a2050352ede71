import { type Camera, direction } from "../core/camera.ts";
import type { Tracer } from "../core/tracer.ts";

/** An upright ellipsoid with stripes, in place of a person. */
export interface Body {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
  readonly halfHeight: number;
  readonly grey: number;
}

/** Draws bodies into a grey picture, behind what is nearer. */
export function drawBodies(
  pixels: Uint8Array,
  width: number,
  camera: Camera,
  tracer: Tracer,
  bodies: readonly Body[],
): void {
  const height = width / 2;
  const d = new Float64Array(3);
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      direction(camera, (i + 0.5) / width, (j + 0.5) / height, d);
      for (const body of bodies) {
        const t = distanceTo(body, camera, d);
        if (t === undefined || tracer.blocked(camera.x, camera.y, camera.z, d[0]!, d[1]!, d[2]!, t)) continue;
        const z = camera.z + d[2]! * t - body.z;
        const angle = Math.atan2(camera.y + d[1]! * t - body.y, camera.x + d[0]! * t - body.x);
        const stripe = 0.6 + 0.25 * Math.sin(z * 17) + 0.15 * Math.sin(angle * 7 + z * 5);
        pixels[j * width + i] = Math.round(255 * body.grey * stripe);
      }
    }
}

function distanceTo(body: Body, camera: Camera, d: Float64Array): number | undefined {
  const [rx, rz] = [body.radius, body.halfHeight];
  const [ox, oy, oz] = [(camera.x - body.x) / rx, (camera.y - body.y) / rx, (camera.z - body.z) / rz];
  const [dx, dy, dz] = [d[0]! / rx, d[1]! / rx, d[2]! / rz];
  const a = dx * dx + dy * dy + dz * dz;
  const b = ox * dx + oy * dy + oz * dz;
  const c = ox * ox + oy * oy + oz * oz - 1;
  const root = b * b - a * c;
  if (root < 0) return undefined;
  const t = (-b - Math.sqrt(root)) / a;
  return t > 0.01 ? t : undefined;
}
