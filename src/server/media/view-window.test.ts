import { describe, expect, it } from "vitest";
import { projectFlat, type RgbImage } from "#server/media/project.ts";
import { renderView, type ViewDirection, windowOf } from "./view-window.ts";

const TILE = 64;

/** A sphere whose red channel encodes the yaw and whose green one the pitch. */
function sphere(width: number): RgbImage {
  const height = width / 2;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      // Rises and falls, so that the seam at the back is no edge.
      data[at] = 255 * (1 - Math.abs(x + 0.5 - width / 2) / (width / 2));
      data[at + 1] = 255 * ((y + 0.5) / height);
    }
  return { data, width, height };
}

/** Crop from the tiles, composed like in the report. */
async function look(source: RgbImage, at: ViewDirection, size: { width: number; height: number }) {
  const window = windowOf(source, at, size, TILE);
  const data = new Uint8Array(window.width * window.height * 3);
  for (const { column, at: left } of window.columns)
    for (const { row, at: top } of window.rows)
      for (let y = 0; y < TILE && row * TILE + y < source.height; y += 1)
        for (let x = 0; x < TILE && column * TILE + x < source.width; x += 1) {
          const from = ((row * TILE + y) * source.width + column * TILE + x) * 3;
          data.set(source.data.subarray(from, from + 3), ((top + y) * window.width + left + x) * 3);
        }
  const pixels = await renderView({ data, level: source, window }, at, size, async () => undefined);
  const pixel = (x: number, y: number) => [
    ...pixels.subarray((y * size.width + x) * 3, (y * size.width + x) * 3 + 3),
  ];
  return { window, pixels, middle: pixel(Math.floor(size.width / 2), Math.floor(size.height / 2)), pixel };
}

const size = { width: 81, height: 61 };

describe("a view into an equirectangular picture", () => {
  it("matches the poster's projection when it looks straight ahead", async () => {
    const source = sphere(1000);
    const mine = await look(source, { yaw: 0, pitch: 0, fov: 60 }, size);
    const theirs = projectFlat(source, { ...size, fov: 60 }, 1);
    const worst = Math.max(...mine.pixels.map((value, at) => Math.abs(value - (theirs.data[at] ?? 0))));
    expect(worst).toBeLessThanOrEqual(2);
  });

  it.each([
    [0, 0],
    [90, 0],
    [-170, 20],
    [179, -45],
    [-180, 60],
    [30, 89],
    [30, -90],
    [-100, 75],
  ])("has yaw %i and pitch %i at its middle", async (yaw, pitch) => {
    const { middle } = await look(sphere(1000), { yaw, pitch, fov: 70 }, size);
    // At the poles every yaw is the same point.
    if (Math.abs(pitch) < 85)
      expect(Math.abs((middle[0] ?? 0) - 255 * (1 - Math.abs(yaw) / 180))).toBeLessThan(4);
    expect(Math.abs((middle[1] ?? 0) - 255 * ((90 - pitch) / 180))).toBeLessThan(4);
  });

  it("shows larger yaw to its right, and larger pitch above", async () => {
    const { pixel } = await look(sphere(1000), { yaw: -90, pitch: 0, fov: 60 }, size);
    expect(pixel(80, 30)[0]).toBeGreaterThan(pixel(0, 30)[0] ?? 0);
    expect(pixel(40, 0)[1]).toBeLessThan(pixel(40, 60)[1] ?? 0);
  });

  it("needs only the surrounding tiles, each once, also across the seam", () => {
    const level = { width: 1000, height: 500 };
    for (const yaw of [0, 100, 179, -179]) {
      const { columns, rows } = windowOf(level, { yaw, pitch: 0, fov: 60 }, size, TILE);
      expect(columns.length).toBeLessThanOrEqual(6);
      expect(rows.length).toBeLessThanOrEqual(4);
      expect(new Set(columns.map(({ column }) => column)).size).toBe(columns.length);
    }
    const back = windowOf(level, { yaw: 180, pitch: 0, fov: 60 }, size, TILE);
    expect(back.columns.map(({ column }) => column)).toEqual(
      [12, 13, 14, 15, 0, 1, 2, 3].filter((column) => back.columns.some((one) => one.column === column)),
    );
  });
});
