import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dayAt, instantAt, siteTime } from "#server/platform/site-time.ts";
import { lastDue, nextDue, type ReportSchedule } from "./periods.ts";

const at = (text: string) => new Date(text);
const weekly: ReportSchedule = { period: "weekly", weekday: 0, month_day: 1, hour: 7 };
const monthly: ReportSchedule = { period: "monthly", weekday: 0, month_day: 31, hour: 7 };

describe("the period of a report", () => {
  it("is the seven days before the day on which a weekly report is sent, in the project's zone", () => {
    // 07:00 on Sunday 8 February 2026 in Riyadh.
    expect(lastDue(weekly, "Asia/Riyadh", at("2026-02-08T04:00:00Z"))).toEqual({
      at: at("2026-02-08T04:00:00Z"),
      from: "2026-02-01",
      to: "2026-02-07",
    });
    expect(lastDue(weekly, "Asia/Riyadh", at("2026-02-08T03:59:59Z"))?.from).toBe("2026-01-25");
    expect(nextDue(weekly, "Asia/Riyadh", at("2026-02-08T04:00:00Z"))?.at).toEqual(
      at("2026-02-15T04:00:00Z"),
    );
  });

  it("is the calendar month before the day on which a monthly report is sent; 31 is the last day of a month", () => {
    expect(lastDue(monthly, "UTC", at("2026-02-28T07:00:00Z"))).toEqual({
      at: at("2026-02-28T07:00:00Z"),
      from: "2026-01-01",
      to: "2026-01-31",
    });
    expect(nextDue(monthly, "UTC", at("2026-02-28T07:00:00Z"))?.at).toEqual(at("2026-03-31T07:00:00Z"));
    expect(lastDue({ ...monthly, month_day: 1 }, "UTC", at("2026-03-01T08:00:00Z"))).toMatchObject({
      from: "2026-02-01",
      to: "2026-02-28",
    });
  });

  it("is none for a report sent by hand only", () => {
    expect(lastDue({ ...weekly, period: "manual" }, "UTC", at("2026-02-08T07:00:00Z"))).toBeNull();
    expect(nextDue({ ...weekly, period: "manual" }, "UTC", at("2026-02-08T07:00:00Z"))).toBeNull();
  });

  it("is due after an hour that the clocks skip, and once in an hour that they repeat", () => {
    const night = { ...weekly, hour: 2 };
    expect(nextDue(night, "Europe/Berlin", at("2026-03-28T12:00:00Z"))?.at).toEqual(
      at("2026-03-29T01:00:00Z"),
    );
    expect(nextDue(night, "Europe/Berlin", at("2026-10-24T12:00:00Z"))?.at).toEqual(
      at("2026-10-25T00:00:00Z"),
    );
    expect(nextDue(night, "Europe/Berlin", at("2026-10-25T00:30:00Z"))?.at).toEqual(
      at("2026-11-01T01:00:00Z"),
    );
  });
});

const zones = [
  "UTC",
  "Asia/Riyadh",
  "Europe/Berlin",
  "America/New_York",
  "Pacific/Apia",
  "Asia/Kathmandu",
] as const;
const instants = fc.date({
  min: at("2024-01-01T00:00:00Z"),
  max: at("2030-01-01T00:00:00Z"),
  noInvalidDate: true,
});
const schedules = fc.record({
  period: fc.constantFrom("weekly" as const, "monthly" as const),
  weekday: fc.integer({ min: 0, max: 6 }),
  month_day: fc.integer({ min: 1, max: 31 }),
  hour: fc.integer({ min: 0, max: 23 }),
});

it("the last report is due by now, the next one after it, and the periods follow each other without gap", () => {
  fc.assert(
    fc.property(schedules, fc.constantFrom(...zones), instants, (schedule, zone, now) => {
      const [last, next] = [lastDue(schedule, zone, now), nextDue(schedule, zone, now)];
      expect(last?.at.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(next?.at.getTime()).toBeGreaterThan(now.getTime());
      if (last !== null) expect(next?.from).toBe(addDays(last.to, 1));
      // Complete when it is due.
      if (last !== null) expect(last.to < dayAt(last.at, zone)).toBe(true);
      expect(lastDue(schedule, zone, next?.at ?? now)).toEqual(next);
    }),
    { numRuns: 300 },
  );
});

it("an hour of a day at the site is the first instant at which its clock shows it", () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, fc.integer({ min: 0, max: 23 }), (zone, now, hour) => {
      const day = dayAt(now, zone);
      const instant = instantAt(day, hour, zone);
      const shown = siteTime(instant, zone);
      const isSkipped = Number(shown.hour) !== hour || dayAt(instant, zone) !== day;
      // No clock was put back just before it.
      const earlier = siteTime(new Date(instant.getTime() - 3_600_000), zone);
      if (!isSkipped) expect(`${earlier.day} ${earlier.hour}`).not.toBe(`${shown.day} ${shown.hour}`);
      else expect(Math.abs(Number(shown.hour) - hour) % 23).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});
