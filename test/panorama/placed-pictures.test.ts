import { describe, expect, test } from "vitest";
import { directionOfRay, focalLength, rotationOf } from "#panorama/projection/camera.ts";
import { coverageOf } from "#panorama/projection/coverage.ts";
import { clampView } from "#panorama/projection/limits.ts";
import { tilted, tiltOf } from "#panorama/projection/tilt.ts";
import { projectFlat, type RgbImage } from "#server/media/project.ts";
import { type PlacedPicture, projectPart, standingView } from "#server/media/sphere.ts";

const size = { width: 120, height: 60 };

/** Red increases to the right and green downwards: a colour identifies its point of the picture. */
function mapOf(width: number, height: number): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set([((x + 0.5) / width) * 255, ((y + 0.5) / height) * 255, 128], (y * width + x) * 3);
  return { data, width, height };
}

const area = { full_width: 1600, full_height: 800, left: 300, top: 200 };
const placed: readonly (PlacedPicture & { readonly name: string })[] = [
  { name: "level and whole", width: 1600, height: 800, area: null, pose: null },
  { name: "tilted", width: 1600, height: 800, area: null, pose: { pitch: 14, roll: -9 } },
  { name: "partial", width: 1000, height: 400, area, pose: null },
  { name: "partial and tilted", width: 1000, height: 400, area, pose: { pitch: -6, roll: 11 } },
];

describe("posters and reports show a picture in the same position as the engine", () => {
  for (const place of placed) {
    test(place.name, () => {
      const view = { yaw: 5, pitch: -3, fov: 35 };
      // Half its size, like a level of the pyramid.
      const image = mapOf(place.width / 2, place.height / 2);
      const { data } = projectPart(image, place, view, size);
      const pose = place.pose ?? undefined;
      const rotation = tilted(rotationOf(view), tiltOf(pose));
      const crop = place.area ?? { full_width: place.width, full_height: place.height, left: 0, top: 0 };
      for (const [x, y] of [
        [10, 8],
        [60, 30],
        [110, 50],
      ] as const) {
        const ray = [
          x + 0.5 - size.width / 2,
          size.height / 2 - y - 0.5,
          focalLength(view.fov, size.height),
        ] as const;
        const { yaw, pitch } = directionOfRay(rotation, ray);
        const across = ((yaw / 360 + 0.5) * crop.full_width - crop.left) / place.width;
        const down = ((0.5 - pitch / 180) * crop.full_height - crop.top) / place.height;
        const at = (y * size.width + x) * 3;
        expect(Math.abs((data[at] ?? 0) - across * 255)).toBeLessThan(2);
        expect(Math.abs((data[at + 1] ?? 0) - down * 255)).toBeLessThan(2);
      }
    });
  }

  test("a level, complete picture gives the same result as the fast path", () => {
    const image = mapOf(800, 400);
    const quick = projectFlat(image, { ...size, fov: 60 }, 1);
    const place = { width: 800, height: 400, area: null, pose: null };
    const slow = projectPart(image, place, { yaw: 0, pitch: 0, fov: 60 }, size);
    for (const [at, value] of quick.data.entries())
      expect(Math.abs((slow.data[at] ?? 0) - value)).toBeLessThan(3);
  });

  test("the poster of a partial sphere is the initial view of the engine", () => {
    for (const { width, height, ...place } of placed) {
      if (place.area === null) continue;
      const whole = {
        fullWidth: area.full_width,
        fullHeight: area.full_height,
        left: area.left,
        top: area.top,
      };
      const begins = clampView(
        { yaw: 0, pitch: 0, fov: 60 },
        {},
        coverageOf({ width, height, area: whole }),
        2,
      );
      const shown = standingView({ width, height, ...place });
      expect(shown.yaw).toBeCloseTo(begins.yaw, 6);
      expect(shown.pitch).toBeCloseTo(begins.pitch, 6);
      expect(shown.fov).toBeCloseTo(begins.fov, 6);
    }
  });

  test("areas outside a picture are black", () => {
    const place = { width: 1000, height: 400, area, pose: null };
    const { data } = projectPart(mapOf(1000, 400), place, { yaw: 180, pitch: 0, fov: 40 }, size);
    expect(data.every((value) => value === 0)).toBe(true);
  });
});
