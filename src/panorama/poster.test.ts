import { describe, expect, it } from "vitest";
import { fitPosterFov } from "./poster.ts";

describe("the view over a poster", () => {
  it("is 60 degrees high in every viewport up to two by one", () => {
    expect(fitPosterFov(0.46)).toBeCloseTo(60);
    expect(fitPosterFov(1.5)).toBeCloseTo(60);
    expect(fitPosterFov(2)).toBeCloseTo(60);
  });

  it("keeps the poster's width in wider viewports, which crop it above and below", () => {
    const width = Math.tan(Math.PI / 6) * 2;
    for (const aspect of [2.2, 3, 4]) {
      const half = (fitPosterFov(aspect) * Math.PI) / 360;
      expect(Math.tan(half) * aspect).toBeCloseTo(width);
    }
  });
});
