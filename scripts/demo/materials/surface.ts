import { ramp, sample } from "../core/noise.ts";
import type { Vec3 } from "../core/scene.ts";

/** Input and result of a material at a point; one object reused for every sample. */
export class Surface {
  px = 0;
  py = 0;
  pz = 0;
  lx = 0;
  ly = 0;
  lz = 0;
  hx = 0;
  hy = 0;
  hz = 0;
  nx = 0;
  ny = 0;
  nz = 1;
  seed = 0;
  /** Width of a pixel on the surface in metres: finer detail is faded out. */
  footprint = 0;
  /** Coordinates in the plane of the surface, metres. */
  u = 0;
  v = 0;
  /** 0: u = y, v = z (wall facing x). 1: u = x, v = z (wall facing y). 2: u = x, v = y (floor, ceiling). */
  facing = 2;
  r = 0;
  g = 0;
  b = 0;
  /** Slope of the relief along u and v. */
  slopeU = 0;
  slopeV = 0;
  /** Share of mirrored light at right angles, and how blurred it is. */
  gloss = 0;
  roughness = 0.3;

  /** Lays u and v by world position, so that joints continue from one solid to the next. */
  mapWorld(): void {
    const ax = Math.abs(this.nx);
    const ay = Math.abs(this.ny);
    const az = Math.abs(this.nz);
    this.facing = az >= ax && az >= ay ? 2 : ax >= ay ? 0 : 1;
    this.u = this.facing === 0 ? this.py : this.px;
    this.v = this.facing === 2 ? this.py : this.pz;
  }

  /** Lays u along the longest side of the solid and v across, shifted per solid. */
  mapLocal(): void {
    const fx = this.hx - Math.abs(this.lx);
    const fy = this.hy - Math.abs(this.ly);
    const fz = this.hz - Math.abs(this.lz);
    const face = fx <= fy && fx <= fz ? 0 : fy <= fz ? 1 : 2;
    let u = face === 0 ? this.ly : this.lx;
    let v = face === 2 ? this.ly : this.lz;
    const lengthU = face === 0 ? this.hy : this.hx;
    const lengthV = face === 2 ? this.hy : this.hz;
    if (lengthV > lengthU) [u, v] = [v, u];
    this.u = u + this.seed * 17;
    this.v = v + this.seed * 5;
    this.facing = 3;
  }

  colour(r: number, g: number, b: number): void {
    this.r = r;
    this.g = g;
    this.b = b;
  }

  scale(f: number): void {
    this.r *= f;
    this.g *= f;
    this.b *= f;
  }

  blend(r: number, g: number, b: number, share: number): void {
    this.r += (r - this.r) * share;
    this.g += (g - this.g) * share;
    this.b += (b - this.b) * share;
  }

  /** Adds the relief of a noise texture: `tile` metres per tile, `depth` metres. */
  relief(texture: Float32Array, tile: number, depth: number): void {
    if (this.facing > 2) return;
    const step = Math.max(tile / 512, this.footprint);
    const fade = ramp(tile * 0.1, tile * 0.01, this.footprint);
    if (fade <= 0) return;
    const at = sample(texture, this.u / tile, this.v / tile);
    const slope = (depth * fade) / step;
    this.slopeU += (sample(texture, (this.u + step) / tile, this.v / tile) - at) * slope;
    this.slopeV += (sample(texture, this.u / tile, (this.v + step) / tile) - at) * slope;
  }

  /** Tilts the normal by the relief of the material. */
  tilt(): void {
    const { slopeU, slopeV, facing } = this;
    if ((slopeU === 0 && slopeV === 0) || facing > 2) return;
    if (facing === 2) {
      this.nx -= slopeU;
      this.ny -= slopeV;
    } else if (facing === 0) {
      this.ny -= slopeU;
      this.nz -= slopeV;
    } else {
      this.nx -= slopeU;
      this.nz -= slopeV;
    }
    const length = Math.sqrt(this.nx * this.nx + this.ny * this.ny + this.nz * this.nz);
    this.nx /= length;
    this.ny /= length;
    this.nz /= length;
  }

  noise(texture: Float32Array, tile: number): number {
    return sample(texture, this.u / tile, this.v / tile);
  }

  /** Noise stretched along v (drips, grain) or u. */
  stretched(texture: Float32Array, tileU: number, tileV: number): number {
    return sample(texture, this.u / tileU, this.v / tileV);
  }

  /** Coverage of a line of the given half width at distance `d`, blurred to the pixel. */
  line(d: number, half: number): number {
    const fp = this.footprint + 1e-4;
    const away = Math.abs(d);
    if (away > half + fp) return 0;
    const edge = (half - away) / fp + 0.5;
    return Math.min(1, Math.max(0, edge)) * Math.min(1, (2 * half) / fp);
  }
}

export interface Material {
  /** Mean reflectance, used for bounced light only. */
  mean: Vec3;
  shade(s: Surface): void;
}

export function fromLine(value: number, period: number): number {
  return value - Math.round(value / period) * period;
}
