import { directionOfRay, focalLength, type Ray, rotationOf } from "#panorama/projection/camera.ts";
import type { View } from "#panorama/view.ts";
import { addBicubic, type Pixels } from "./pixels.ts";

/** Samples along each side of an output pixel: their average is what an ideal lens would have seen. */
const SAMPLES = 3;

type RayOf = (x: number, y: number) => Ray;

/** The true projection: every output pixel averages bicubic samples of the original picture. */
export function projectView(picture: Pixels, view: View, width: number, height: number): Pixels {
  const focal = focalLength(view.fov, height);
  return project(picture, view, width, height, (x, y) => [x - width / 2, height / 2 - y, focal]);
}

/** One face of a cube around the viewer, as seen towards yaw and pitch; square, 90 degrees wide. */
export function projectCubeFace(picture: Pixels, yaw: number, pitch: number, size: number): Pixels {
  return projectView(picture, { yaw, pitch, fov: 90 }, size, size);
}

function project(picture: Pixels, view: View, width: number, height: number, rayOf: RayOf): Pixels {
  const data = new Uint8Array(width * height * 3);
  const rotation = rotationOf(view);
  const sum = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0);
      for (let s = 0; s < SAMPLES * SAMPLES; s++) {
        const ray = rayOf(x + ((s % SAMPLES) + 0.5) / SAMPLES, y + (Math.floor(s / SAMPLES) + 0.5) / SAMPLES);
        const { yaw, pitch } = directionOfRay(rotation, ray);
        addBicubic(
          picture,
          (yaw / 360 + 0.5) * picture.width,
          (0.5 - pitch / 180) * picture.height,
          "sphere",
          sum,
        );
      }
      for (let c = 0; c < 3; c++) {
        data[(y * width + x) * 3 + c] = Math.min(Math.max(Math.round((sum[c] ?? 0) / SAMPLES ** 2), 0), 255);
      }
    }
  }
  return { width, height, data };
}
