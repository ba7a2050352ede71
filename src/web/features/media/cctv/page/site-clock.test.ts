import { describe, expect, it } from "vitest";
import { dayAt, spanOf, startOf } from "./site-clock.ts";

describe("days at the site", () => {
  it("start at local midnight", () => {
    expect(startOf("2026-11-20", "Asia/Riyadh").toISOString()).toBe("2026-11-19T21:00:00.000Z");
    expect(startOf("2026-11-20", "UTC").toISOString()).toBe("2026-11-20T00:00:00.000Z");
    expect(startOf("2026-11-20", "America/New_York").toISOString()).toBe("2026-11-20T05:00:00.000Z");
  });

  it("are shorter and longer when clocks change", () => {
    const hours = (day: string) => {
      const { from, to } = spanOf(day, day, "Europe/Berlin");
      return Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000);
    };
    expect(hours("2026-03-28")).toBe(24);
    expect(hours("2026-03-29")).toBe(23);
    expect(hours("2026-10-25")).toBe(25);
  });

  it("follow the local clocks", () => {
    expect(dayAt("2026-11-19T22:30:00Z", "Asia/Riyadh")).toBe("2026-11-20");
    expect(dayAt("2026-11-19T22:30:00Z", "UTC")).toBe("2026-11-19");
  });
});
