import { describe, expect, it } from "vitest";
import type { PanoramaSource } from "../source.ts";
import { nextView } from "./heading.ts";

const source = (north?: number): PanoramaSource => ({
  width: 4096,
  height: 2048,
  tileSize: 512,
  levels: [{ width: 4096, height: 2048 }],
  tiles: "",
  base: "",
  north,
});
const view = { yaw: 50, pitch: 5, fov: 70 };

describe("the first view of the next picture", () => {
  it("keeps the angle to north", () => {
    expect(nextView(view, source(20), source(-170), { keepHeading: true }).yaw).toBe(-140);
  });

  it("keeps the yaw when either north is unknown", () => {
    expect(nextView(view, source(20), source(), { keepHeading: true })).toEqual(view);
    expect(nextView(view, undefined, source(20), { keepHeading: true })).toEqual(view);
  });

  it("prefers the requested values and keeps the others", () => {
    const next = nextView(view, source(20), source(90), { keepHeading: true, view: { yaw: 7 } });
    expect(next).toEqual({ yaw: 7, pitch: 5, fov: 70 });
  });
});
