import { buildBvh } from "./bvh.ts";
import { type Camera, direction } from "./camera.ts";
import { denoise } from "./denoise.ts";
import { gatherPicture } from "./gather.ts";
import { createLight } from "./light.ts";
import { createRandom } from "./random.ts";
import type { Scene } from "./scene.ts";
import { createShader, type Shader } from "./shade.ts";
import { createSky, type Weather } from "./sky.ts";
import { createTracer } from "./tracer.ts";

export interface Quality {
  /** Width of the final picture; height is half of it. */
  width: number;
  softWidth: number;
  softSamples: number;
  /** Extra rays through pixels that differ from their neighbours. */
  edgeSamples: number;
}

/** Linear radiance, rgb per pixel. */
export interface Radiance {
  width: number;
  height: number;
  rgb: Float32Array;
}

export function renderPicture(
  scene: Scene,
  weather: Weather,
  camera: Camera,
  quality: Quality,
  seed: number,
  report: (step: string) => void = () => {},
): Radiance {
  const bvh = buildBvh(scene.solids);
  const tracer = createTracer(bvh);
  const sky = createSky(weather);
  const light = createLight(bvh, tracer, sky, scene, createRandom(seed));
  const soft = gatherPicture(
    camera,
    tracer,
    light,
    scene.lamps.length > 0,
    quality.softWidth,
    quality.softSamples,
  );
  report("gathered");
  denoise(soft);
  report("denoised");
  const pixelAngle = (2 * Math.PI) / quality.width;
  const shader = createShader({ scene, bvh, tracer, light, sky, soft, pixelAngle });
  const picture = firstPass(camera, shader, quality);
  report("shaded");
  const extra = smoothEdges(picture, camera, shader, quality);
  report(`smoothed ${Math.round(extra * 100)} %`);
  return picture;
}

function firstPass(camera: Camera, shader: Shader, quality: Quality): Radiance {
  const { width } = quality;
  const height = width / 2;
  const rgb = new Float32Array(width * height * 3);
  const d = new Float64Array(3);
  const out = new Float32Array(3);
  const toSoft = quality.softWidth / width;
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      direction(camera, (i + 0.5) / width, (j + 0.5) / height, d);
      shader.shade(
        camera.x,
        camera.y,
        camera.z,
        d[0]!,
        d[1]!,
        d[2]!,
        (i + 0.5) * toSoft,
        (j + 0.5) * toSoft,
        out,
      );
      rgb.set(out, (j * width + i) * 3);
    }
  return { width, height, rgb };
}

/** Perceived brightness, so that contrast is judged after tone mapping. */
function seen(rgb: Float32Array, at: number): number {
  const y = 0.3 * rgb[at]! + 0.6 * rgb[at + 1]! + 0.1 * rgb[at + 2]!;
  return Math.sqrt(y / (y + 0.35));
}

/** Returns the share of pixels that were sampled again. */
function smoothEdges(picture: Radiance, camera: Camera, shader: Shader, quality: Quality): number {
  const { width, height, rgb } = picture;
  const marks = new Uint8Array(width * height);
  let marked = 0;
  for (let j = 1; j < height - 1; j++)
    for (let i = 0; i < width; i++) {
      const at = j * width + i;
      const here = seen(rgb, at * 3);
      const left = seen(rgb, (j * width + ((i + width - 1) % width)) * 3);
      const right = seen(rgb, (j * width + ((i + 1) % width)) * 3);
      const up = seen(rgb, (at - width) * 3);
      const down = seen(rgb, (at + width) * 3);
      const step = Math.max(
        Math.abs(here - left),
        Math.abs(here - right),
        Math.abs(here - up),
        Math.abs(here - down),
      );
      if (step > 0.048) {
        marks[at] = 1;
        marked++;
      }
    }
  const d = new Float64Array(3);
  const out = new Float32Array(3);
  const toSoft = quality.softWidth / width;
  for (let at = 0; at < marks.length; at++) {
    if (marks[at] === 0) continue;
    const i = at % width;
    const j = (at - i) / width;
    const w0 = 1 / (1 + rgb[at * 3 + 1]!);
    let total = w0;
    const sum = [rgb[at * 3]! * w0, rgb[at * 3 + 1]! * w0, rgb[at * 3 + 2]! * w0];
    for (let k = 1; k <= quality.edgeSamples; k++) {
      const x = i + ((k * 0.7548776662) % 1);
      const y = j + ((k * 0.5698402909) % 1);
      direction(camera, x / width, y / height, d);
      shader.shade(camera.x, camera.y, camera.z, d[0]!, d[1]!, d[2]!, x * toSoft, y * toSoft, out);
      // Weighting by brightness prevents the steps of bright window edges from returning.
      const w = 1 / (1 + out[1]!);
      total += w;
      for (let c = 0; c < 3; c++) sum[c]! += out[c]! * w;
    }
    for (let c = 0; c < 3; c++) rgb[at * 3 + c] = sum[c]! / total;
  }
  return marked / marks.length;
}
