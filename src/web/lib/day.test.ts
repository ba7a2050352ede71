import { expect, it } from "vitest";
import { dayBefore, dayOf } from "./day.ts";

it.each([
  ["2026-03-02", "2026-03-01"],
  ["2026-03-01", "2026-02-28"],
  ["2028-03-01", "2028-02-29"],
  ["2027-01-01", "2026-12-31"],
  // Days of daylight saving changes in some time zone.
  ["2026-10-26", "2026-10-25"],
  ["2026-03-29T22:30:00Z", "2026-03-28"],
])("the day before %s is %s", (day, before) => {
  expect(dayBefore(day)).toBe(before);
});

it("a day stays the same in any time zone", () => {
  const noon = dayOf("2026-03-31T23:59:00Z");
  expect([noon.getFullYear(), noon.getMonth() + 1, noon.getDate()]).toEqual([2026, 3, 31]);
});
