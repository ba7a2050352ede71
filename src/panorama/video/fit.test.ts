import { describe, expect, it } from "vitest";
import { fitWithin } from "./fit.ts";

describe("a frame on a texture", () => {
  it("is unchanged if it fits", () => {
    expect(fitWithin(3840, 1920, 4096)).toEqual({ width: 3840, height: 1920 });
    expect(fitWithin(4096, 2048, 4096)).toEqual({ width: 4096, height: 2048 });
  });

  it("keeps its aspect ratio when reduced", () => {
    expect(fitWithin(7680, 3840, 4096)).toEqual({ width: 4096, height: 2048 });
    expect(fitWithin(1000, 8192, 4096)).toEqual({ width: 500, height: 4096 });
  });

  it("never becomes empty", () => {
    expect(fitWithin(9000, 1, 2048)).toEqual({ width: 2048, height: 1 });
  });
});
