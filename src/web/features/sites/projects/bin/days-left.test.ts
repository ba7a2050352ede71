import { describe, expect, it } from "vitest";
import { daysLeft } from "./days-left.ts";

describe("the remaining days of a project in the bin", () => {
  const now = Date.parse("2026-11-21T10:00:00Z");

  it.each([
    ["2026-12-21T10:00:00Z", 30],
    ["2026-12-21T09:59:59Z", 30],
    ["2026-11-22T10:00:00Z", 1],
    ["2026-11-22T09:00:00Z", 1],
    ["2026-11-21T10:00:00Z", 0],
    ["2026-11-20T10:00:00Z", 0],
  ])("until %s are %d", (until, days) => {
    expect(daysLeft(until, now)).toBe(days);
  });
});
