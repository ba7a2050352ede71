import { describe, expect, test } from "vitest";
import { projectFlat, type RgbImage } from "./project.ts";

/** A sphere whose colours encode the direction: red is the yaw, green the pitch, both 0 to 255. */
function compass(width = 720, height = 360): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      data[(y * width + x) * 3] = Math.round(((x + 0.5) / width) * 255);
      data[(y * width + x) * 3 + 1] = Math.round((1 - (y + 0.5) / height) * 255);
    }
  }
  return { data, width, height };
}

const view = { width: 320, height: 160, fov: 60 };

/** Yaw and pitch in degrees encoded in the colour of a pixel. */
function directionAt(image: RgbImage, x: number, y: number) {
  const at = (y * image.width + x) * 3;
  return {
    yaw: ((image.data[at] ?? 0) / 255) * 360 - 180,
    pitch: ((image.data[at + 1] ?? 0) / 255) * 180 - 90,
  };
}

describe.each([1, 2, 3])("the flat view, %i samples across a pixel", (samples) => {
  const flat = projectFlat(compass(), view, samples);

  test("is centred on the middle of the picture", () => {
    const { yaw, pitch } = directionAt(flat, 160, 80);
    expect(Math.abs(yaw)).toBeLessThan(1.5);
    expect(Math.abs(pitch)).toBeLessThan(1.5);
  });

  test("covers its field of view vertically: up is up", () => {
    expect(directionAt(flat, 160, 0).pitch).toBeCloseTo(29.8, -0.5);
    expect(directionAt(flat, 160, 159).pitch).toBeCloseTo(-29.8, -0.5);
  });

  test("covers the width of a 2:1 flat picture: right is positive", () => {
    const half = (Math.atan(2 * Math.tan(Math.PI / 6)) * 180) / Math.PI;
    expect(Math.abs(directionAt(flat, 319, 80).yaw - half)).toBeLessThan(1.5);
    expect(Math.abs(directionAt(flat, 0, 80).yaw + half)).toBeLessThan(1.5);
  });

  test("keeps straight lines straight: a corner is lower on the sphere than the middle of its edge", () => {
    const focal = 80 / Math.tan(Math.PI / 6);
    const corner = (Math.atan(79.5 / Math.hypot(159.5, focal)) * 180) / Math.PI;
    expect(Math.abs(directionAt(flat, 319, 0).pitch - corner)).toBeLessThan(1.5);
  });
});
