import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { axisOf, monthTicks, placeOn } from "./axis.ts";

const now = new Date(2026, 10, 21, 12);
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

describe("the timeline of visits", () => {
  it("ends now, and begins a little before the oldest visit", () => {
    const axis = axisOf([daysAgo(10), daysAgo(200)], now);
    expect(placeOn(axis, now)).toBe(1);
    expect(placeOn(axis, daysAgo(200))).toBeGreaterThan(0);
    expect(placeOn(axis, daysAgo(200))).toBeLessThan(0.05);
    expect(placeOn(axis, daysAgo(10))).toBeGreaterThan(0.9);
  });

  it("is at least sixty days long, so that a single visit of yesterday is near its end", () => {
    const axis = axisOf([daysAgo(1)], now);
    expect(axis.to - axis.from).toBeGreaterThanOrEqual(60 * 86_400_000);
    expect(placeOn(axis, daysAgo(1))).toBeGreaterThan(0.95);
  });

  it("includes a visit whose clock was ahead", () => {
    const axis = axisOf([daysAgo(-2)], now);
    expect(placeOn(axis, daysAgo(-2))).toBe(1);
  });

  it("includes every visit, in order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 4000 }), { minLength: 1 }), (ages) => {
        const dates = ages.toSorted((a, b) => b - a).map(daysAgo);
        const axis = axisOf(dates, now);
        const places = dates.map((date) => placeOn(axis, date));
        expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  it("labels a few months, only whole ones, and none where its label would not fit", () => {
    for (const age of [1, 90, 400, 4000]) {
      const axis = axisOf([daysAgo(age)], now);
      const ticks = monthTicks(axis);
      expect(ticks.length).toBeGreaterThanOrEqual(1);
      expect(ticks.length).toBeLessThanOrEqual(4);
      for (const tick of ticks) {
        expect(tick.getDate()).toBe(1);
        expect(placeOn(axis, tick)).toBeLessThan(0.88);
      }
    }
  });
});
