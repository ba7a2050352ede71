import { CLOUDY, ramp, sample } from "./noise.ts";
import { hash3 } from "./random.ts";
import { normalize, type Vec3 } from "./scene.ts";

/** Weather and time of day of one visit. Angles in degrees; azimuth clockwise from north (+y). */
export interface Weather {
  sunAzimuth: number;
  sunElevation: number;
  /** Irradiance of the sun divided by pi; the clear sky is about 1. */
  sun: Vec3;
  /** Angular radius of the light source: haze makes shadows soft. */
  sunRadius: number;
  zenith: Vec3;
  horizon: Vec3;
  glow: Vec3;
  /** 0 clear, 1 overcast. */
  clouds: number;
  cloudShift: number;
  /** Distance in metres at which things lose 63 % of their contrast. */
  visibility: number;
}

export interface Sky {
  sunDirection: Vec3;
  weather: Weather;
  /** Radiance without the sun's disc, written into `out`. */
  look(dx: number, dy: number, dz: number, out: Float32Array): void;
  /** The same from a table without fine detail, for light that is gathered. */
  lookCoarse(dx: number, dy: number, dz: number, out: Float32Array): void;
}

const TABLE_WIDTH = 256;
const TABLE_HEIGHT = 128;

/** Height of the distant town over the horizon in radians, and the index of the house. */
function skyline(azimuth: number): { height: number; house: number; across: number } {
  const position = (azimuth / (2 * Math.PI)) * 340;
  const house = Math.floor(position);
  const across = position - house;
  const centre = Math.exp(-(((azimuth - 0.7) / 0.45) ** 2)) + 0.7 * Math.exp(-(((azimuth - 4.1) / 0.3) ** 2));
  const tall = hash3(house, 3, 9) ** 3 * 0.15 * centre;
  const low = 0.006 + 0.014 * hash3(house, 5, 2);
  const gap = across > 0.45 + 0.55 * hash3(house, 8, 8);
  return { height: gap ? low * 0.8 : low + tall, house, across };
}

export function createSky(weather: Weather): Sky {
  const az = (weather.sunAzimuth * Math.PI) / 180;
  const el = (weather.sunElevation * Math.PI) / 180;
  const sunDirection = normalize([Math.sin(az) * Math.cos(el), Math.cos(az) * Math.cos(el), Math.sin(el)]);
  const { zenith, horizon, glow } = weather;

  function dome(dx: number, dy: number, dz: number, out: Float32Array): void {
    const up = Math.max(0, dz);
    const h = Math.exp(-up * 5.5);
    const h2 = Math.exp(-up * 1.6);
    const cos = dx * sunDirection[0] + dy * sunDirection[1] + dz * sunDirection[2];
    const away = Math.max(0, 1 - cos);
    const halo = 1.6 * Math.exp(-away * 60) + 0.5 * Math.exp(-away * 9) + 0.14 * Math.exp(-away * 2);
    let cover = 0;
    let shade = 1;
    if (dz > 0.02) {
      const far = 1 / (dz + 0.12);
      const u = dx * far * 0.16 + weather.cloudShift;
      const v = dy * far * 0.16;
      const n = sample(CLOUDY, u, v) * 0.65 + sample(CLOUDY, u * 3.1, v * 3.1) * 0.35;
      cover = ramp(0.62 - weather.clouds * 0.4, 0.86 - weather.clouds * 0.2, n) * ramp(0.02, 0.16, dz);
      shade = 1.12 - 0.35 * sample(CLOUDY, u * 1.2 + 0.03, v * 1.2 + 0.02);
    }
    for (let k = 0; k < 3; k++) {
      const clear = zenith[k]! * (1 - h2) + horizon[k]! * (h2 * 0.55 + h * 0.45) + glow[k]! * halo;
      const cloud = (horizon[k]! * 0.75 + zenith[k]! * 0.15 + glow[k]! * (0.25 + halo)) * shade * 1.1;
      out[k] = clear + (cloud - clear) * cover * 0.8;
    }
  }

  function look(dx: number, dy: number, dz: number, out: Float32Array): void {
    dome(dx, dy, Math.max(dz, 0.0), out);
    if (dz > 0.3) return;
    const azimuth = Math.atan2(dx, dy) + Math.PI;
    const town = skyline(azimuth);
    if (dz < town.height) {
      const floor = Math.floor(dz * 700);
      const lit = hash3(town.house, floor, Math.floor(town.across * 9)) > 0.5 ? 1.08 : 0.94;
      const tone = (0.5 + 0.2 * hash3(town.house, 1, 1)) * lit;
      for (let k = 0; k < 3; k++) out[k] = out[k]! * 0.68 + horizon[k]! * tone * 0.28;
    }
  }

  const table = new Float32Array(TABLE_WIDTH * TABLE_HEIGHT * 3);
  const pixel = new Float32Array(3);
  for (let j = 0; j < TABLE_HEIGHT; j++)
    for (let i = 0; i < TABLE_WIDTH; i++) {
      const dz = ((j + 0.5) / TABLE_HEIGHT) * 2 - 1;
      const r = Math.sqrt(1 - dz * dz);
      const a = ((i + 0.5) / TABLE_WIDTH) * 2 * Math.PI - Math.PI;
      if (dz > 0) dome(Math.cos(a) * r, Math.sin(a) * r, dz, pixel);
      else pixel.set([horizon[0] * 0.42, horizon[1] * 0.38, horizon[2] * 0.3]);
      table.set(pixel, (j * TABLE_WIDTH + i) * 3);
    }

  function lookCoarse(dx: number, dy: number, dz: number, out: Float32Array): void {
    const i = Math.min(TABLE_WIDTH - 1, ((Math.atan2(dy, dx) + Math.PI) / (2 * Math.PI)) * TABLE_WIDTH) | 0;
    const j = Math.min(TABLE_HEIGHT - 1, (dz + 1) * 0.5 * TABLE_HEIGHT) | 0;
    const at = (j * TABLE_WIDTH + i) * 3;
    out[0] = table[at]!;
    out[1] = table[at + 1]!;
    out[2] = table[at + 2]!;
  }

  return { sunDirection, weather, look, lookCoarse };
}
