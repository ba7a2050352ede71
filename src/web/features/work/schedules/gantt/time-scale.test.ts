import { describe, expect, it } from "vitest";
import { aSchedule, aTask } from "../testing.ts";
import { extentOf, restsOf, startOf, ticksOf, timeScale, unitsFor, weekStartOf } from "./time-scale.ts";
import { dayAt, dayLength, daysBetween, pointOf, spanOf, wallTime } from "./wall-time.ts";

const from = wallTime("2026-03-02");
const scale = timeScale(from, wallTime("2026-05-04"), 10);
const days = (ticks: readonly { time: number }[]) => ticks.map(({ time }) => dayAt(time));

describe("the site's local time", () => {
  it("fills whole days, so that a successor begins where a task ends", () => {
    const one = spanOf("2026-03-02T08:00:00", "2026-03-03T17:00:00");
    const next = spanOf("2026-03-04T08:00:00", "2026-03-04T17:00:00");
    expect(one?.to).toBe(next?.from);
    expect((next?.to ?? 0) - (next?.from ?? 0)).toBe(dayLength);
    expect(spanOf(null, "2026-03-03T17:00:00")).toBeNull();
  });

  it("ends with the preceding day at midnight", () => {
    expect(dayAt(spanOf("2026-03-02T08:00:00", "2026-03-04T00:00:00")?.to ?? 0)).toBe("2026-03-04");
  });

  it("puts a milestone on the edge of the day that is nearer to its time", () => {
    expect(dayAt(pointOf("2026-03-06T17:00:00") ?? 0)).toBe("2026-03-07");
    expect(dayAt(pointOf("2026-03-06T08:00:00") ?? 0)).toBe("2026-03-06");
    expect(pointOf("soon")).toBeNull();
  });

  it("has days of 24 hours across every change of daylight saving time", () => {
    expect(daysBetween("2026-03-28T08:00:00", "2026-03-30T08:00:00")).toBe(2);
    expect(scale.x(wallTime("2026-03-30")) - scale.x(wallTime("2026-03-28"))).toBe(20);
  });
});

describe("the scale", () => {
  it("returns the time of a position", () => {
    expect(scale.timeAt(scale.x(from + 3.5 * dayLength))).toBe(from + 3.5 * dayLength);
    expect(scale.width).toBe(630);
  });

  it("spans from the first to the last drawn date, with a margin and including today", () => {
    const { from: first, to: last } = extentOf(
      aSchedule([aTask({ uid: 1, deadline: "2026-06-01T17:00:00" })], { on_date: "2026-02-01" }),
    );
    expect(first).toBeLessThan(wallTime("2026-02-01"));
    expect(last).toBeGreaterThan(wallTime("2026-06-01"));
  });

  it.each([
    [36, "month", "day"],
    [14, "month", "week"],
    [4.4, "year", "month"],
    [0.6, "year", "quarter"],
    [0.1, "year", "year"],
  ])("labels at %d pixels a day the %s above the %s", (px, coarse, fine) => {
    expect(unitsFor(px)).toEqual([coarse, fine]);
  });

  it("returns whole units, from the one that contains the start of the drawn part", () => {
    expect(days(ticksOf(scale, "month", 100, 400, 1))).toEqual(["2026-03-01", "2026-04-01"]);
    expect(days(ticksOf(scale, "week", 0, 200, 1))).toEqual(["2026-03-02", "2026-03-09", "2026-03-16"]);
    expect(dayAt(startOf("quarter", wallTime("2026-05-20"), 1))).toBe("2026-04-01");
  });

  it("begins the week after the days of rest", () => {
    expect(weekStartOf([2, 3, 4, 5, 6])).toBe(1);
    // Sunday to Thursday.
    expect(weekStartOf([1, 2, 3, 4, 5])).toBe(0);
    expect(weekStartOf([1, 2, 3, 4, 5, 6, 7])).toBe(1);
  });

  it("shades days of rest and holidays, adjacent ones as one", () => {
    const rests = restsOf(
      scale,
      {
        working_days: [2, 3, 4, 5, 6],
        days_off: [{ from: "2026-03-09", to: "2026-03-10", name: "Holiday" }],
      },
      0,
      150,
    );
    expect(rests.map(({ time, width }) => [dayAt(time), width])).toEqual([
      ["2026-03-07", 40],
      ["2026-03-14", 20],
    ]);
    expect(restsOf(scale, { working_days: [], days_off: [] }, 0, 150)).toEqual([]);
  });
});
