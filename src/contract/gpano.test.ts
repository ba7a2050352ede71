import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWideEnough, readSphere, scaledArea, WHOLE_SPHERE } from "./gpano.ts";

const attributes = (fields: Readonly<Record<string, string | number>>) =>
  `<rdf:Description ${Object.entries(fields)
    .map(([name, value]) => `GPano:${name}="${value}"`)
    .join(" ")}/>`;
const elements = (fields: Readonly<Record<string, string | number>>) =>
  Object.entries(fields)
    .map(([name, value]) => `<GPano:${name}>${value}</GPano:${name}>`)
    .join("\n");

const crop = {
  ProjectionType: "equirectangular",
  FullPanoWidthPixels: 8000,
  FullPanoHeightPixels: 4000,
  CroppedAreaImageWidthPixels: 6000,
  CroppedAreaImageHeightPixels: 2000,
  CroppedAreaLeftPixels: 1000,
  CroppedAreaTopPixels: 900,
};
const area = { full_width: 8000, full_height: 4000, left: 1000, top: 900 };

describe("the crop of a partial panorama", () => {
  test("is read from attributes and from elements", () => {
    expect(readSphere(attributes(crop), 6000, 2000)).toEqual({ area, pose: null });
    expect(readSphere(elements(crop), 6000, 2000)).toEqual({ area, pose: null });
  });

  test("scales for a photo that was reduced after stitching", () => {
    const half = { full_width: 4000, full_height: 2000, left: 500, top: 450 };
    expect(readSphere(attributes(crop), 3000, 1000).area).toEqual(half);
    expect(
      scaledArea(area, { from: { width: 6000, height: 2000 }, to: { width: 3000, height: 1000 } }),
    ).toEqual(half);
  });

  test("is null for a whole sphere, another photo, another projection, and invalid values", () => {
    const whole = { ...crop, CroppedAreaImageWidthPixels: 8000, CroppedAreaImageHeightPixels: 4000 };
    const none = [
      readSphere(null, 6000, 2000),
      readSphere(attributes({ ...whole, CroppedAreaLeftPixels: 0, CroppedAreaTopPixels: 0 }), 8000, 4000),
      readSphere(attributes(crop), 6000, 3000),
      readSphere(attributes({ ...crop, ProjectionType: "cylindrical" }), 6000, 2000),
      readSphere(attributes({ ...crop, CroppedAreaLeftPixels: 3000 }), 6000, 2000),
      readSphere(attributes({ ...crop, FullPanoHeightPixels: 8000 }), 6000, 2000),
      readSphere(attributes({ ...crop, CroppedAreaImageWidthPixels: 0 }), 6000, 2000),
    ];
    expect(none).toEqual(none.map(() => WHOLE_SPHERE));
  });

  test("never reaches beyond the sphere, whatever the packet says", () => {
    const size = fc.integer({ min: -10, max: 20_000 });
    const fields = fc.record({
      FullPanoWidthPixels: size,
      FullPanoHeightPixels: size,
      CroppedAreaImageWidthPixels: size,
      CroppedAreaImageHeightPixels: size,
      CroppedAreaLeftPixels: size,
      CroppedAreaTopPixels: size,
    });
    fc.assert(
      fc.property(
        fields,
        fc.integer({ min: 1, max: 9000 }),
        fc.integer({ min: 1, max: 9000 }),
        (said, width, height) => {
          const found = readSphere(attributes(said), width, height).area;
          if (found === null) return;
          expect(found.left).toBeGreaterThanOrEqual(0);
          expect(found.top).toBeGreaterThanOrEqual(0);
          expect(found.left + width).toBeLessThanOrEqual(found.full_width + 1e-6);
          expect(found.top + height).toBeLessThanOrEqual(found.full_height + 1e-6);
        },
      ),
    );
  });

  test("has to fill a view", () => {
    expect(isWideEnough(area, 6000, 2000)).toBe(true);
    expect(isWideEnough(area, 1000, 2000)).toBe(false);
    expect(isWideEnough(area, 6000, 500)).toBe(false);
  });
});

describe("the tilt of the camera", () => {
  test("is read in addition to the heading", () => {
    const tilted = attributes({ PoseHeadingDegrees: 90, PosePitchDegrees: "-3.25", PoseRollDegrees: "1.5" });
    expect(readSphere(tilted, 8000, 4000)).toEqual({ area: null, pose: { pitch: -3.25, roll: 1.5 } });
    expect(readSphere(elements({ PoseRollDegrees: 2 }), 8000, 4000).pose).toEqual({ pitch: 0, roll: 2 });
  });

  test("is null for a level camera and for impossible angles", () => {
    expect(
      readSphere(attributes({ PosePitchDegrees: "0.0", PoseRollDegrees: 0 }), 8000, 4000).pose,
    ).toBeNull();
    expect(readSphere(attributes({ PosePitchDegrees: 91 }), 8000, 4000).pose).toBeNull();
    expect(readSphere(attributes({ PoseRollDegrees: -181 }), 8000, 4000).pose).toBeNull();
  });
});
