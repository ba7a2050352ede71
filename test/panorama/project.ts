import { directionOfRay, focalLength, rotationOf } from "#panorama/projection/camera.ts";
import type { View } from "#panorama/view.ts";
import { addBicubic, type Pixels } from "./pixels.ts";

/** Samples along each side of an output pixel: their average is the result of an ideal lens. */
const SAMPLES = 3;

/**
 * The reference projection: every output pixel averages bicubic samples of the original picture.
 * @param samples along each side of an output pixel.
 */
export function projectView(
  picture: Pixels,
  view: View,
  width: number,
  height: number,
  samples = SAMPLES,
): Pixels {
  const data = new Uint8Array(width * height * 3);
  const rotation = rotationOf(view);
  const focal = focalLength(view.fov, height);
  const sum = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0);
      for (let s = 0; s < samples * samples; s++) {
        const across = x + ((s % samples) + 0.5) / samples;
        const down = y + (Math.floor(s / samples) + 0.5) / samples;
        const { yaw, pitch } = directionOfRay(rotation, [across - width / 2, height / 2 - down, focal]);
        addBicubic(picture, (yaw / 360 + 0.5) * picture.width, (0.5 - pitch / 180) * picture.height, sum);
      }
      for (let c = 0; c < 3; c++) {
        const mean = Math.round((sum[c] ?? 0) / samples ** 2);
        data[(y * width + x) * 3 + c] = Math.min(Math.max(mean, 0), 255);
      }
    }
  }
  return { width, height, data };
}
