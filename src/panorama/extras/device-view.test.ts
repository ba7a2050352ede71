import { describe, expect, it } from "vitest";
import { deviceView } from "./device-view.ts";

const close = (found: { yaw: number; pitch: number }, yaw: number, pitch: number) => {
  expect(found.pitch).toBeCloseTo(pitch, 6);
  expect(((found.yaw - yaw + 540) % 360) - 180).toBeCloseTo(0, 6);
};

describe("the direction of a device", () => {
  it("is the horizon when held upright", () => close(deviceView({ alpha: 0, beta: 90, gamma: 0 }), 0, 0));

  it("is the ground when flat on a table, the sky when face down", () => {
    expect(deviceView({ alpha: 0, beta: 0, gamma: 0 }).pitch).toBeCloseTo(-90, 6);
    expect(deviceView({ alpha: 0, beta: 180, gamma: 0 }).pitch).toBeCloseTo(90, 6);
  });

  it("is above the horizon by the angle of tilting back", () =>
    close(deviceView({ alpha: 0, beta: 120, gamma: 0 }), 0, 30));

  it("has a smaller yaw when turned to the left, which increases alpha", () => {
    close(deviceView({ alpha: 30, beta: 90, gamma: 0 }), -30, 0);
    close(deviceView({ alpha: 350, beta: 90, gamma: 0 }), 10, 0);
  });

  it("is the horizon when held sideways, too", () => {
    expect(deviceView({ alpha: 0, beta: 0, gamma: -90 }).pitch).toBeCloseTo(0, 6);
    expect(deviceView({ alpha: 0, beta: 0, gamma: 90 }).pitch).toBeCloseTo(0, 6);
  });
});
