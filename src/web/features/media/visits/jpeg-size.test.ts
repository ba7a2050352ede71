import * as fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { jpegSize } from "./jpeg-size.ts";

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#345" } });

describe("the size of a JPEG read from its first bytes", () => {
  it.each([
    [64, 32],
    [3839, 1920],
    [640, 641],
  ])("is %i x %i for a picture of that size", async (width, height) => {
    const baseline = await blank(width, height).jpeg().toBuffer();
    const progressive = await blank(width, height).jpeg({ progressive: true }).toBuffer();
    expect(jpegSize(baseline)).toEqual({ width, height });
    expect(jpegSize(progressive)).toEqual({ width, height });
  });

  it("is found after camera metadata", async () => {
    const bytes = await blank(80, 40)
      .withExif({ IFD0: { Make: "Camera", Copyright: "x".repeat(20_000) } })
      .jpeg()
      .toBuffer();
    expect(jpegSize(bytes)).toEqual({ width: 80, height: 40 });
  });

  it("is null for other files", async () => {
    expect(jpegSize(await blank(64, 32).png().toBuffer())).toBeNull();
    expect(jpegSize(new TextEncoder().encode("not a picture at all"))).toBeNull();
    expect(jpegSize(new Uint8Array())).toBeNull();
  });

  it("is null for one cut off before its frame", async () => {
    const bytes = await blank(64, 32).jpeg().toBuffer();
    expect(jpegSize(bytes.subarray(0, 20))).toBeNull();
  });

  it("never throws and always terminates, for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (tail) => {
        const found = jpegSize(new Uint8Array([0xff, 0xd8, ...tail]));
        expect(found === null || (found.width > 0 && found.height > 0)).toBe(true);
      }),
    );
  });
});
