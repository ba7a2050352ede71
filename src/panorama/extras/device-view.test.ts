import { describe, expect, it } from "vitest";
import { deviceView } from "./device-view.ts";

const close = (found: { yaw: number; pitch: number }, yaw: number, pitch: number) => {
  expect(found.pitch).toBeCloseTo(pitch, 6);
  expect(((found.yaw - yaw + 540) % 360) - 180).toBeCloseTo(0, 6);
};

describe("where a device looks", () => {
  it("upright it looks to the horizon", () => close(deviceView({ alpha: 0, beta: 90, gamma: 0 }), 0, 0));

  it("flat on a table it looks to the ground, screen down to the sky", () => {
    expect(deviceView({ alpha: 0, beta: 0, gamma: 0 }).pitch).toBeCloseTo(-90, 6);
    expect(deviceView({ alpha: 0, beta: 180, gamma: 0 }).pitch).toBeCloseTo(90, 6);
  });

  it("tilted back it looks above the horizon by the same angle", () =>
    close(deviceView({ alpha: 0, beta: 120, gamma: 0 }), 0, 30));

  it("turned to the left, which alpha counts as more, its yaw is less", () => {
    close(deviceView({ alpha: 30, beta: 90, gamma: 0 }), -30, 0);
    close(deviceView({ alpha: 350, beta: 90, gamma: 0 }), 10, 0);
  });

  it("held on its side it looks to the horizon, too", () => {
    expect(deviceView({ alpha: 0, beta: 0, gamma: -90 }).pitch).toBeCloseTo(0, 6);
    expect(deviceView({ alpha: 0, beta: 0, gamma: 90 }).pitch).toBeCloseTo(0, 6);
  });
});
