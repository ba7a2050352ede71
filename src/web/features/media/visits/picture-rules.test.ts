import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkDimensions,
  checkFile,
  defaultPictureLimits,
  isEquirectangular,
  roomNameOf,
  takeFirst,
} from "./picture-rules.ts";

const MiB = 1024 * 1024;
const file = (name: string, type = "image/jpeg", size = MiB) => ({ name, type, size });

describe("a file before its content is read", () => {
  it.each([
    ["hall.jpg", "image/jpeg"],
    ["hall.JPG", "image/jpeg"],
    ["hall.jpeg", "image/jpeg"],
    ["hall.v2.jpeg", ""],
    ["قاعة.jpg", "image/pjpeg"],
  ])("is accepted as %s of type '%s'", (name, type) => {
    expect(checkFile(file(name, type))).toBeNull();
  });

  it.each([
    ["hall.png", "image/png"],
    ["hall.jpg", "image/png"],
    ["hall", "image/jpeg"],
    ["hall.jpg.exe", "image/jpeg"],
    ["hall.heic", ""],
  ])("is rejected as %s of type '%s', naming the accepted types", (name, type) => {
    expect(checkFile(file(name, type))).toEqual({
      key: "common.drop.wrong_type",
      values: { types: ".jpg, .jpeg" },
    });
  });

  it("may have exactly 20 MB and not one byte more", () => {
    expect(checkFile(file("a.jpg", "image/jpeg", 20 * MiB))).toBeNull();
    expect(checkFile(file("a.jpg", "image/jpeg", 20 * MiB + 1))).toEqual({
      key: "errors.code.IMAGE_TOO_LARGE",
      values: { maxFileSize: 20 },
    });
  });

  it("may be as large as the settings allow", () => {
    const raised = { ...defaultPictureLimits, megabytes: 200 };
    expect(checkFile(file("a.jpg", "image/jpeg", 30 * MiB), raised)).toBeNull();
  });

  it("is rejected when empty", () => {
    expect(checkFile(file("a.jpg", "image/jpeg", 0))?.key).toBe("errors.code.FILE_EMPTY");
  });
});

describe("the size of a picture in pixels", () => {
  it("is that of the whole sphere for a partial panorama, which has to cover a full view", () => {
    const area = { full_width: 4096, full_height: 2048, left: 0, top: 400 };
    expect(checkDimensions(4096, 1200, area)).toBeNull();
    expect(checkDimensions(4096, 300, area)?.key).toBe("errors.code.IMAGE_RATIO");
    const small = { full_width: 2000, full_height: 1000, left: 0, top: 200 };
    expect(checkDimensions(2000, 600, small)?.key).toBe("errors.code.IMAGE_RESOLUTION");
  });

  it.each([
    [3840, 1920, null],
    [8192, 4096, null],
    [3839, 1920, "errors.code.IMAGE_RESOLUTION"],
    [3840, 1919, "errors.code.IMAGE_RESOLUTION"],
    [2000, 1000, "errors.code.IMAGE_RESOLUTION"],
    [4000, 2100, null],
    [4000, 2120, "errors.code.IMAGE_RATIO"],
    [6000, 3000, null],
    [4200, 2000, null],
    [4201, 2000, "errors.code.IMAGE_RATIO"],
    [3800 * 2, 4000, null],
    [3800 * 2 - 1, 4000, "errors.code.IMAGE_RATIO"],
  ])("%i x %i gives %s", (width, height, key) => {
    expect(checkDimensions(width, height)?.key ?? null).toBe(key);
  });

  it("passes exactly 0.1 off at any size, where floating point would fail", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6000 }), (tens) => {
        const height = tens * 10;
        expect(isEquirectangular(height * 2 + tens, height)).toBe(true);
        expect(isEquirectangular(height * 2 - tens, height)).toBe(true);
        expect(isEquirectangular(height * 2 + tens + 1, height)).toBe(false);
        expect(isEquirectangular(height * 2 - tens - 1, height)).toBe(false);
      }),
    );
  });

  it("agrees with exact arithmetic everywhere", () => {
    const side = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const off = BigInt(width) - 2n * BigInt(height);
        const exact = (off < 0n ? -off : off) * 10n <= BigInt(height);
        expect(isEquirectangular(width, height)).toBe(exact);
      }),
    );
  });
});

describe("too many files", () => {
  it("keeps the first ones, in their order", () => {
    const dropped = Array.from({ length: 12 }, (_, index) => index);
    expect(takeFirst(dropped, 0, 10)).toEqual({ taken: dropped.slice(0, 10), isCut: true });
    expect(takeFirst(dropped, 8, 10)).toEqual({ taken: [0, 1], isCut: true });
    expect(takeFirst([1, 2], 8, 10)).toEqual({ taken: [1, 2], isCut: false });
    expect(takeFirst([1], 11, 10)).toEqual({ taken: [], isCut: true });
  });
});

describe("the initial name of a room", () => {
  it.each([
    ["Hall North.jpg", "Hall North"],
    ["IMG_0001.v2.JPEG", "IMG_0001.v2"],
    [".jpg", ".jpg"],
    ["غرفة ٣.jpg", "غرفة ٣"],
  ])("of %s is %s", (name, expected) => {
    expect(roomNameOf(name)).toBe(expected);
  });

  it("fits the field", () => {
    expect(roomNameOf(`${"x".repeat(300)}.jpg`)).toHaveLength(100);
  });
});
