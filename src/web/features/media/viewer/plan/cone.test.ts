import { describe, expect, it } from "vitest";
import { conePath, headingOnPlan, widthOfView } from "./cone.ts";

describe("the view on the floor plan", () => {
  it("points up where the view faces north and the sheet's north is up", () => {
    expect(headingOnPlan(30, 30, { heading: null }, { north: 0 })).toBe(0);
    expect(headingOnPlan(120, 30, { heading: null }, { north: 0 })).toBe(90);
  });

  it("turns with the north of the sheet", () => {
    expect(headingOnPlan(30, 30, { heading: null }, { north: 90 })).toBe(90);
    expect(headingOnPlan(-60, 30, { heading: null }, { north: -100 })).toBe(170);
  });

  it("uses a room's own heading, when set, instead of north", () => {
    expect(headingOnPlan(10, 77, { heading: 45 }, { north: 90 })).toBe(55);
  });

  it("is as wide as the visible angle", () => {
    expect(widthOfView(90, 1)).toBeCloseTo(90);
    expect(widthOfView(60, 2)).toBeCloseTo(98.2, 1);
    expect(widthOfView(60, 0.5)).toBeCloseTo(32.2, 1);
    expect(conePath(90)).toBe("M50 50L14.64 14.64A50 50 0 0 1 85.36 14.64Z");
  });
});
