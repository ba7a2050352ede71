import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { naiveCalendar } from "#test/naive-calendar.ts";
import { dayNumber, dayText, type Pause, type Rhythm, siteCalendar } from "./coverage.calendar.ts";
import { stateOf, walkingOrder } from "./coverage.state.ts";

const weekly: Rhythm = { kind: "days", days: 7 };
const eid: Pause = { from: "2026-03-20", to: "2026-03-24", reason: "Eid" };

interface StateOptions {
  readonly seen?: string;
  readonly rhythm?: Rhythm;
  readonly isOn?: boolean;
  readonly pauses?: readonly Pause[];
}

/** Wanted since 1 March, a Sunday; Friday and Saturday are the weekend. */
const stateOn = (today: string, { seen, rhythm = weekly, isOn = true, pauses = [] }: StateOptions) => {
  const since = dayNumber("2026-03-01");
  const spot = { isOn, rhythm, since, seen: seen === undefined ? null : dayNumber(seen) };
  const { due, ...state } = stateOf(spot, siteCalendar([5, 6], pauses), dayNumber(today));
  return { ...state, due: due === null ? null : dayText(due) };
};

describe("the state of a spot", () => {
  it.each([
    ["is due from its first day on while never seen", "2026-03-01", {}, "due", "2026-03-01", 0],
    ["is overdue from the next working day on", "2026-03-02", {}, "overdue", "2026-03-01", 1],
    ["is up to date before the day", "2026-03-08", { seen: "2026-03-02" }, "fresh", "2026-03-09", 0],
    ["is due on the day itself", "2026-03-09", { seen: "2026-03-02" }, "due", "2026-03-09", 0],
    ["counts working days only", "2026-03-15", { seen: "2026-03-05" }, "overdue", "2026-03-12", 1],
    ["moves a due day off the weekend", "2026-03-13", { seen: "2026-03-06" }, "fresh", "2026-03-15", 0],
    ["counts no weekend as overdue", "2026-03-14", { seen: "2026-03-05" }, "due", "2026-03-12", 0],
    [
      "stops the count in a pause",
      "2026-03-26",
      { seen: "2026-03-18", pauses: [eid] },
      "fresh",
      "2026-03-30",
      0,
    ],
    [
      "counts nothing as overdue in a pause",
      "2026-03-24",
      { seen: "2026-03-12", pauses: [eid] },
      "due",
      "2026-03-19",
      0,
    ],
    [
      "follows its weekdays",
      "2026-03-04",
      { seen: "2026-03-02", rhythm: { kind: "weekdays", weekdays: [0, 3] } },
      "due",
      "2026-03-04",
      0,
    ],
    [
      "skips weekdays that are weekend",
      "2026-03-06",
      { seen: "2026-03-04", rhythm: { kind: "weekdays", weekdays: [0, 5] } },
      "fresh",
      "2026-03-08",
      0,
    ],
    [
      "is off where all its weekdays are weekend",
      "2026-03-06",
      { rhythm: { kind: "weekdays", weekdays: [5] } },
      "off",
      null,
      0,
    ],
    ["is off where it is not wanted", "2026-03-06", { isOn: false }, "off", null, 0],
  ] as const)("%s", (_, today, options, state, due, overdue_days) => {
    expect(stateOn(today, options as StateOptions)).toEqual({ state, due, overdue_days });
  });
});

const start = dayNumber("2026-01-01");
const days = fc.integer({ min: start, max: start + 400 });
const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 });
const pause = fc
  .tuple(days, fc.integer({ min: 0, max: 25 }))
  .map(([from, length]): Pause => ({ from: dayText(from), to: dayText(from + length), reason: "Closed" }));
const rhythm: fc.Arbitrary<Rhythm> = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((n): Rhythm => ({ kind: "days", days: n })),
  fc
    .uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 })
    .map((list): Rhythm => ({ kind: "weekdays", weekdays: list })),
);

describe("the calendar of a site", () => {
  it("agrees with counting day by day, for any weekend, pauses and rhythm", () => {
    fc.assert(
      fc.property(
        weekdays,
        fc.array(pause, { maxLength: 8 }),
        days,
        days,
        rhythm,
        (weekend, pauses, a, b, how) => {
          const [calendar, plain] = [siteCalendar(weekend, pauses), naiveCalendar(weekend, pauses)];
          expect(calendar.isWorking(a)).toBe(plain.isWorking(a));
          expect(calendar.workingDays(a, b)).toBe(plain.workingDays(a, b));
          expect(calendar.dueAfter(a, how)).toBe(plain.dueAfter(a, how));
          expect(calendar.dueFrom(a, how)).toBe(plain.dueFrom(a, how));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("makes a spot due on working days only, and overdue on no day without work", () => {
    fc.assert(
      fc.property(
        weekdays,
        fc.array(pause, { maxLength: 8 }),
        days,
        days,
        rhythm,
        (weekend, pauses, seen, today, how) => {
          const calendar = siteCalendar(weekend, pauses);
          const spot = { isOn: true, rhythm: how, since: start, seen };
          const { due, overdue_days } = stateOf(spot, calendar, today);
          if (due === null) return;
          expect(calendar.isWorking(due)).toBe(true);
          expect(due).toBeGreaterThan(seen);
          if (!calendar.isWorking(today))
            expect(overdue_days).toBe(stateOf(spot, calendar, today - 1).overdue_days);
        },
      ),
    );
  });
});

describe("the walking order", () => {
  const at = (id: number, id_sheet: number | null, x: number | null, y: number | null) => ({
    id,
    id_sheet,
    x,
    y,
  });
  const ids = (spots: { id: number }[]) => spots.map(({ id }) => id);

  it("goes floor by floor to the nearest next spot, and ends with those on no floor plan", () => {
    const spots = [
      at(1, 7, 0.9, 0.1),
      at(2, null, null, null),
      at(3, 8, 0.1, 0.1),
      at(4, 7, 0.1, 0.1),
      at(5, 7, 0.4, 0.1),
    ];
    expect(ids(walkingOrder(spots, [8, 7]))).toEqual([3, 4, 5, 1, 2]);
  });

  it("continues on the floor and at the position of the last spot", () => {
    const spots = [at(1, 7, 0.1, 0.1), at(2, 7, 0.8, 0.8), at(3, 8, 0.1, 0.1)];
    expect(ids(walkingOrder(spots, [8, 7], { from: at(9, 7, 0.9, 0.9) }))).toEqual([2, 1, 3]);
  });

  it("measures by the shape of the floor plan", () => {
    const spots = [at(1, 7, 0.3, 0), at(2, 7, 0, 0.25)];
    expect(ids(walkingOrder(spots, [7], { ratios: new Map([[7, 2]]) }))).toEqual([1, 2]);
    expect(ids(walkingOrder(spots, [7]))).toEqual([2, 1]);
  });
});
