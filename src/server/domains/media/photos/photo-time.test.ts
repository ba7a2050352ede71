import { describe, expect, it } from "vitest";
import { takenAt } from "./photo-time.ts";

const now = new Date("2026-03-18T12:00:00Z");
const kept = new Date("2026-03-17T08:00:00Z");
const at = (wallTime: string | null, offset: number | null, stored: Date | null = null) => {
  const { taken_at, taken_from } = takenAt(
    { wallTime, offset, place: null, heading: null },
    { zone: "Asia/Dubai", now, kept: stored },
  );
  return [new Date(taken_at).toISOString(), taken_from];
};

describe("the time of a photo", () => {
  it.each([
    ["ahead of UTC", 240, "2026-03-17T06:00:00.000Z"],
    ["behind UTC", -300, "2026-03-17T15:00:00.000Z"],
  ] as const)("is the camera's clock in its own zone, %s", (_, offset, instant) => {
    expect(at("2026-03-17T10:00:00", offset)).toEqual([instant, "camera"]);
  });

  it("is the camera's clock in the sender's zone where the file states none", () => {
    expect(at("2026-03-18T10:00:00", null)).toEqual(["2026-03-18T06:00:00.000Z", "clock"]);
  });

  it("is when a device stored it, else that of arrival, without a clock or by one that is ahead", () => {
    for (const ahead of [null, "2026-04-01T10:00:00"]) {
      expect(at(ahead, 0)).toEqual([now.toISOString(), "upload"]);
      expect(at(ahead, 0, kept)).toEqual([kept.toISOString(), "device"]);
    }
  });
});
