import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  cycleAt,
  cycleOf,
  dayOf,
  daysBetween,
  prorate,
  roundHalf,
  taxOn,
} from "./cycles.ts";

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-12-31"), noInvalidDate: true })
  .map(dayOf);
const interval = fc.constantFrom("month", "year");
const months = fc.integer({ min: -600, max: 600 });
const dayOfMonth = (text: string) => Number(text.slice(8));
const lastOfMonth = (text: string) =>
  new Date(Date.UTC(+text.slice(0, 4), +text.slice(5, 7), 0)).getUTCDate();

describe("a calendar month", () => {
  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-01-31", 2, "2026-03-31"],
    ["2026-03-31", 1, "2026-04-30"],
    ["2026-12-31", 2, "2027-02-28"],
    ["2026-05-15", 1, "2026-06-15"],
    ["2028-02-29", 12, "2029-02-28"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-01-15", -1, "2025-12-15"],
  ])("%s and %i months is %s", (from, count, expected) => {
    expect(addMonths(from, count)).toBe(expected);
  });

  test("keeps its day, or takes the last one of a shorter month", () => {
    fc.assert(
      fc.property(day, months, (from, count) => {
        const to = addMonths(from, count);
        expect(dayOfMonth(to)).toBe(Math.min(dayOfMonth(from), lastOfMonth(to)));
        const apart = (+to.slice(0, 4) - +from.slice(0, 4)) * 12 + +to.slice(5, 7) - +from.slice(5, 7);
        expect(apart).toBe(count);
      }),
    );
  });

  test("days are counted over leap years and daylight saving time", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -5000, max: 5000 }), (from, count) => {
        expect(daysBetween(from, addDays(from, count))).toBe(count);
      }),
    );
    expect(daysBetween("2028-02-01", "2028-03-01")).toBe(29);
  });
});

describe("cycles", () => {
  test("follow one another without a gap or an overlap, and none is empty", () => {
    fc.assert(
      fc.property(day, interval, fc.nat(120), (anchor, every, n) => {
        const cycle = cycleOf(anchor, every, n);
        expect(cycle.start < cycle.end).toBe(true);
        expect(cycleOf(anchor, every, n + 1).start).toBe(cycle.end);
        expect(daysBetween(cycle.start, cycle.end)).toBeGreaterThanOrEqual(every === "year" ? 365 : 28);
        expect(daysBetween(cycle.start, cycle.end)).toBeLessThanOrEqual(every === "year" ? 366 : 31);
      }),
    );
  });

  test("every day since the anchor is in exactly the cycle that is found for it", () => {
    fc.assert(
      fc.property(day, interval, fc.nat(20_000), (anchor, every, later) => {
        const at = addDays(anchor, later);
        const { start, end } = cycleOf(anchor, every, cycleAt(anchor, every, at));
        expect(start <= at && at < end).toBe(true);
      }),
    );
  });

  test("a count that began on the 31st comes back to the 31st", () => {
    const starts = [0, 1, 2, 3, 4].map((n) => cycleOf("2026-01-31", "month", n).start);
    expect(starts).toEqual(["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
    expect(cycleOf("2028-02-29", "year", 4)).toEqual({ start: "2032-02-29", end: "2033-02-28" });
  });
});

describe("proration", () => {
  const price = fc.integer({ min: 0, max: 100_000_000_000 });
  const parts = fc.array(fc.record({ price, days: fc.integer({ min: 0, max: 366 }) }), { maxLength: 12 });

  test("one price over all days of a cycle, cut anywhere, is that price", () => {
    fc.assert(
      fc.property(price, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (whole, cuts) => {
        const days = cuts.reduce((all, each) => all + each, 0);
        const amounts = prorate(
          cuts.map((each) => ({ price: whole, days: each })),
          days,
        );
        expect(amounts.reduce((all, each) => all + each, 0)).toBe(whole);
      }),
    );
  });

  test("parts add up to the sum rounded once, and each is less than one unit off", () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 28, max: 366 }), (list, days) => {
        const amounts = prorate(list, days);
        const exact = list.reduce((all, part) => all + BigInt(part.price) * BigInt(part.days), 0n);
        const total = amounts.reduce((all, each) => all + BigInt(each), 0n);
        expect(total).toBe(roundHalf(exact, BigInt(days)));
        for (const [index, amount] of amounts.entries()) {
          const part = list[index] ?? { price: 0, days: 0 };
          const off = BigInt(amount) * BigInt(days) - BigInt(part.price) * BigInt(part.days);
          expect(off < BigInt(days) && off > -BigInt(days)).toBe(true);
        }
      }),
    );
  });

  test("the unit left over goes to the part that lost most by rounding", () => {
    expect(
      prorate(
        [
          { price: 100, days: 10 },
          { price: 100, days: 20 },
        ],
        30,
      ),
    ).toEqual([33, 67]);
    expect(
      prorate(
        [
          { price: 100, days: 15 },
          { price: 101, days: 15 },
        ],
        30,
      ),
    ).toEqual([50, 51]);
    expect(prorate([], 30)).toEqual([]);
  });
});

describe("rounding and tax", () => {
  test.each([
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [-5n, 10n, -1n],
    [-4n, 10n, 0n],
    [15n, -10n, -2n],
    [0n, 7n, 0n],
  ])("%i / %i is %i", (over, under, expected) => {
    expect(roundHalf(over, under)).toBe(expected);
  });

  test("rounding is never more than half a unit off and symmetric around zero", () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.bigInt(1n, 10n ** 6n), (over, under) => {
        const off = 2n * (roundHalf(over, under) * under - over);
        expect(off <= under && off >= -under).toBe(true);
        expect(roundHalf(-over, under)).toBe(-roundHalf(over, under));
      }),
    );
  });

  test("tax is exact where floating point is not, and half a unit is rounded up", () => {
    expect(taxOn(1250, 500)).toBe(63);
    expect(taxOn(1249, 500)).toBe(62);
    expect(taxOn(333, 1900)).toBe(63);
    expect(taxOn(100_000_000_001, 10_000)).toBe(100_000_000_001);
    expect(taxOn(4900, 0)).toBe(0);
  });
});
