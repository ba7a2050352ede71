import { describe, expect, it } from "vitest";
import type { StillSchedule } from "#contract/cctv.ts";
import { isTimeZone } from "#server/platform/site-time.ts";
import { nextStill } from "./schedule.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const schedule = (values: Partial<StillSchedule>): StillSchedule => ({
  minutes: 10,
  from: "07:00",
  to: "19:00",
  days: everyDay,
  time_zone: "Asia/Riyadh",
  ...values,
});
const after = (values: Partial<StillSchedule>, at: string) =>
  nextStill(schedule(values), new Date(at))?.toISOString().replace(":00.000Z", "Z");
/** All moments due within the period. */
function between(values: Partial<StillSchedule>, from: string, to: string): string[] {
  const list: string[] = [];
  for (
    let at = nextStill(schedule(values), new Date(from));
    at !== null && at < new Date(to);
    at = nextStill(schedule(values), at)
  )
    list.push(at.toISOString().slice(5, 16));
  return list;
}

describe("next due picture", () => {
  const cases: readonly [string, Partial<StillSchedule>, string, string][] = [
    // Riyadh is three hours ahead all year.
    ["within the day", {}, "2026-03-01T05:03:20Z", "2026-03-01T05:10Z"],
    ["never the moment itself", {}, "2026-03-01T05:10:00Z", "2026-03-01T05:20Z"],
    ["the last one of the day", {}, "2026-03-01T15:55:00Z", "2026-03-01T16:00Z"],
    ["the next morning", {}, "2026-03-01T16:00:00Z", "2026-03-02T04:00Z"],
    ["counted from its beginning", { minutes: 45 }, "2026-03-01T04:01:00Z", "2026-03-01T04:45Z"],
    ["not on the days of rest", { days: [0, 1, 2, 3, 4] }, "2026-03-05T16:30:00Z", "2026-03-08T04:00Z"],
    [
      "day and night",
      { from: "00:00", to: "00:00", minutes: 30 },
      "2026-03-01T21:10:00Z",
      "2026-03-01T21:30Z",
    ],
    [
      "once a day",
      { from: "12:00", to: "12:00", minutes: 1440 },
      "2026-03-01T09:00:00Z",
      "2026-03-02T09:00Z",
    ],
    [
      "over midnight",
      { from: "22:00", to: "02:00", minutes: 60 },
      "2026-03-01T21:30:00Z",
      "2026-03-01T22:00Z",
    ],
    [
      "after a span over midnight",
      { from: "22:00", to: "02:00", minutes: 60 },
      "2026-03-01T23:00:00Z",
      "2026-03-02T19:00Z",
    ],
    [
      "a night of the day it began on",
      { from: "22:00", to: "02:00", minutes: 60, days: [6] },
      "2026-02-28T20:30:00Z",
      "2026-02-28T21:00Z",
    ],
    [
      "half an hour off the others",
      { time_zone: "Asia/Kolkata", minutes: 60 },
      "2026-03-01T01:00:00Z",
      "2026-03-01T01:30Z",
    ],
  ];
  it.each(cases)("%s", (_, values, at, expected) => {
    expect(after(values, at)).toBe(expected);
  });

  it("is none when no day is selected", () => {
    expect(nextStill(schedule({ days: [] }), new Date("2026-03-01T00:00:00Z"))).toBeNull();
  });
});

describe("on the days of the clock changes in Berlin", () => {
  const berlin = { time_zone: "Europe/Berlin" };
  it("the working day begins at seven local time, before and after", () => {
    expect(after(berlin, "2026-03-28T04:00:00Z")).toBe("2026-03-28T06:00Z");
    expect(after(berlin, "2026-03-29T04:00:00Z")).toBe("2026-03-29T05:00Z");
    expect(after(berlin, "2026-10-25T04:00:00Z")).toBe("2026-10-25T06:00Z");
  });

  it("a picture within the skipped hour is taken right after it, once", () => {
    const daily = { ...berlin, from: "02:30", to: "02:30", minutes: 1440 };
    expect(between(daily, "2026-03-28T00:00:00Z", "2026-03-31T00:00:00Z")).toEqual([
      "03-28T01:30",
      "03-29T01:00",
      "03-30T00:30",
    ]);
  });

  it("in the repeated hour a daily picture is taken once, frequent ones continue", () => {
    const daily = { ...berlin, from: "02:30", to: "02:30", minutes: 1440 };
    expect(between(daily, "2026-10-25T00:00:00Z", "2026-10-26T00:00:00Z")).toEqual(["10-25T00:30"]);
    const often = { ...berlin, from: "00:00", to: "00:00", minutes: 30 };
    expect(between(often, "2026-10-24T21:59:00Z", "2026-10-25T22:59:00Z")).toHaveLength(50);
    expect(between(often, "2026-03-28T22:59:00Z", "2026-03-29T21:59:00Z")).toHaveLength(46);
  });
});

it("accepts only the time zones of this machine", () => {
  expect(["Asia/Riyadh", "UTC", "Mars/Olympus", ""].map(isTimeZone)).toEqual([true, true, false, false]);
});
