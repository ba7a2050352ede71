import { describe, expect, it } from "vitest";
import { daysNamed, type Recurrence } from "./exceptions.ts";

const named = (more: Partial<Recurrence>) =>
  daysNamed({
    type: 1,
    from: "2026-01-01",
    to: "2026-12-31",
    period: 1,
    daysOfWeek: 0,
    month: 0,
    monthDay: 1,
    position: 0,
    item: 0,
    ...more,
  }).map(({ from, to }) => (from === to ? from : `${from}..${to}`));

describe("recurring days off", () => {
  it("are consecutive days, or every so many days", () => {
    expect(named({ from: "2026-12-24", to: "2027-01-02" })).toEqual(["2026-12-24..2027-01-02"]);
    // Project writes the first as type 7, other programs as type 1.
    for (const type of [1, 7])
      expect(named({ type, from: "2026-12-24", to: "2026-12-31", period: 3 })).toEqual([
        "2026-12-24",
        "2026-12-27",
        "2026-12-30",
      ]);
    expect(named({ type: 9, from: "2026-12-24", to: "2026-12-26", period: 3 })).toEqual([
      "2026-12-24..2026-12-26",
    ]);
    expect(named({ from: "2026-12-24", to: "2026-12-23" })).toEqual([]);
  });

  it("are a day of each year, by its date or by its weekday", () => {
    expect(named({ type: 2, to: "2028-12-31", month: 1, monthDay: 29 })).toEqual(["2028-02-29"]);
    expect(named({ type: 2, to: "2027-12-31", month: 11, monthDay: 25 })).toEqual([
      "2026-12-25",
      "2027-12-25",
    ]);
    // The last Monday of May, the fourth Thursday of November, the first weekday of August.
    expect(named({ type: 3, month: 4, position: 4, item: 4 })).toEqual(["2026-05-25"]);
    expect(named({ type: 3, month: 10, position: 3, item: 7 })).toEqual(["2026-11-26"]);
    expect(named({ type: 3, month: 7, position: 0, item: 1 })).toEqual(["2026-08-03"]);
  });

  it("are a day of every so many months", () => {
    expect(named({ type: 4, to: "2026-06-30", period: 2, monthDay: 31 })).toEqual([
      "2026-01-31",
      "2026-03-31",
      "2026-05-31",
    ]);
    // The last weekend day.
    expect(named({ type: 5, to: "2026-02-28", position: 4, item: 2 })).toEqual(["2026-01-31", "2026-02-28"]);
  });

  it("are weekdays of every so many weeks", () => {
    // Friday and Saturday of every second week.
    expect(named({ type: 6, to: "2026-01-25", period: 2, daysOfWeek: 32 + 64 })).toEqual([
      "2026-01-02..2026-01-03",
      "2026-01-16..2026-01-17",
    ]);
  });

  it("end, however long the file continues them", () => {
    expect(named({ type: 6, to: "2149-12-31", daysOfWeek: 1 })).toHaveLength(1000);
  });
});
