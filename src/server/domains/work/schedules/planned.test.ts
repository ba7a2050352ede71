import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mspdi, tower } from "./mspdi/mspdi.fixture.ts";
import { readSchedule } from "./mspdi/read.ts";
import { createPlan, type PlannedTask } from "./planned.ts";
import { dayAt, dayNumber, minutesOf } from "./wall-clock.ts";
import { createWorkingTime, standardCalendar, type WorkCalendar } from "./working-time.ts";

const task = (more: Partial<PlannedTask>): PlannedTask => ({
  level: 1,
  is_summary: false,
  is_kept: false,
  duration: null,
  start: null,
  finish: null,
  baseline_start: null,
  baseline_finish: null,
  ...more,
});
const week = task({ start: "2026-03-02T08:00:00", finish: "2026-03-06T17:00:00", duration: 2400 });

describe("the planned progress by a day", () => {
  it("grows with working time: nothing on a weekend", () => {
    const plan = createPlan(
      [task({ start: "2026-03-05T08:00:00", finish: "2026-03-10T17:00:00" })],
      standardCalendar,
    );
    const days = [
      "2026-03-04",
      "2026-03-05",
      "2026-03-06",
      "2026-03-07",
      "2026-03-08",
      "2026-03-09",
      "2026-03-10",
    ];
    expect(days.map((day) => plan.whole(day))).toEqual([0, 25, 50, 50, 50, 75, 100]);
  });

  it("follows holidays, other weeks and half days of the calendar", () => {
    const { calendar } = readSchedule(mspdi(tower));
    const time = createWorkingTime(calendar, dayNumber("2026-03-01"), dayNumber("2026-03-31"));
    const worked = (from: string, to: string) =>
      time.between(minutesOf(`${from}T00:00:00`), minutesOf(`${to}T00:00:00`));
    // Four whole days, and a Friday until noon that is a holiday the week after.
    expect(worked("2026-03-09", "2026-03-16")).toBe(4 * 480 + 240);
    expect(worked("2026-03-16", "2026-03-23")).toBe(4 * 480);
    const hot: WorkCalendar = {
      ...standardCalendar,
      weeks: [
        { from: "2026-07-01", to: "2026-07-31", week: [[[300, 660]], null, [], null, null, null, null] },
      ],
    };
    const july = createWorkingTime(hot, dayNumber("2026-06-29"), dayNumber("2026-07-12"));
    const on = (day: string) =>
      july.between(minutesOf(`${day}T00:00:00`), minutesOf(`${dayAt(dayNumber(day) + 1)}T00:00:00`));
    expect(["2026-06-30", "2026-07-05", "2026-07-06", "2026-07-07"].map(on)).toEqual([480, 360, 480, 0]);
  });

  it("follows the baseline where there is one, and the plan where there is none", () => {
    const moved = task({
      start: "2026-03-09T08:00:00",
      finish: "2026-03-13T17:00:00",
      baseline_start: "2026-03-02T08:00:00",
      baseline_finish: "2026-03-06T17:00:00",
    });
    expect(createPlan([moved], standardCalendar).whole("2026-03-06")).toBe(100);
    expect(createPlan([{ ...moved, baseline_start: null }], standardCalendar).whole("2026-03-06")).toBe(0);
  });

  it("weights tasks by duration, and summaries by the rows below them", () => {
    const tasks = [
      task({ is_summary: true, duration: 9_999_999 }),
      { ...week, level: 2 },
      task({ level: 2, start: "2026-03-09T08:00:00", finish: "2026-03-09T17:00:00", duration: 480 }),
      task({ start: "2026-03-31T17:00:00", finish: "2026-03-31T17:00:00", duration: 0 }),
      // A task that is missing from the file counts in no sum.
      task({ is_kept: true, start: "2026-03-02T08:00:00", finish: "2026-03-03T17:00:00", duration: 96_000 }),
    ];
    const plan = createPlan(tasks, standardCalendar);
    expect(plan.each("2026-03-08")).toEqual([83, 100, 0, 0, 100]);
    expect(plan.whole("2026-03-08")).toBe(83);
    expect(plan.each("2026-03-31")).toEqual([100, 100, 100, 100, 100]);
    expect(plan.days).toEqual({ first: "2026-03-02", last: "2026-03-31" });
  });

  it("is all or nothing for milestones, and even where there is no working time", () => {
    const milestones = ["2026-03-03", "2026-03-05"].map((day) =>
      task({ start: `${day}T17:00:00`, finish: `${day}T17:00:00`, duration: 0 }),
    );
    const plan = createPlan(milestones, standardCalendar);
    expect(["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"].map((day) => plan.whole(day))).toEqual([
      0, 50, 50, 100,
    ]);
    const night = task({ start: "2026-03-07T00:00:00", finish: "2026-03-09T00:00:00" });
    expect(createPlan([night], standardCalendar).whole("2026-03-07")).toBe(50);
  });

  it("is empty for a schedule without dates, and for none at all", () => {
    for (const tasks of [[], [task({ duration: 480 })]]) {
      const plan = createPlan(tasks, standardCalendar);
      expect(plan.days).toBeNull();
      expect(plan.whole("2026-03-02")).toBe(0);
      expect(plan.curve("2026-03-02")).toEqual([]);
    }
  });

  it("is a curve of at most 120 points, from the first day to the last, including the requested day", () => {
    const long = task({ start: "2020-01-01T08:00:00", finish: "2026-12-31T17:00:00" });
    const curve = createPlan([long], standardCalendar).curve("2026-03-08");
    expect(curve.length).toBeLessThanOrEqual(120);
    expect(curve.at(0)?.date).toBe("2020-01-01");
    expect(curve.at(-1)).toEqual({ date: "2026-12-31", percent: 100 });
    expect(curve.map(({ date }) => date)).toContain("2026-03-08");
    expect(
      createPlan([week], standardCalendar)
        .curve("2031-01-01")
        .map(({ date }) => date),
    ).toEqual(["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"]);
  });
});

describe("for any schedule", () => {
  const moment = fc
    .integer({ min: 0, max: 500 * 24 * 4 })
    .map((quarters) => new Date(Date.UTC(2026, 0, 1) + quarters * 900_000).toISOString().slice(0, 19));
  const span = fc.tuple(moment, moment).map(([a, b]) => (a < b ? ([a, b] as const) : ([b, a] as const)));
  const leaf = fc
    .record({ plan: span, baseline: fc.option(span), duration: fc.option(fc.nat(100_000)) })
    .map(({ plan: [start, finish], baseline, duration }) =>
      task({
        start,
        finish,
        duration,
        baseline_start: baseline?.[0] ?? null,
        baseline_finish: baseline?.[1] ?? null,
      }),
    );
  const schedule = fc
    .array(fc.tuple(leaf, fc.boolean()), { minLength: 1, maxLength: 12 })
    .map((leaves) =>
      leaves.flatMap(([one, isFirst]) =>
        isFirst ? [task({ is_summary: true }), { ...one, level: 2 }] : [{ ...one, level: 2 }],
      ),
    );
  const shift = fc.constantFrom<WorkCalendar["week"][number]>(
    [],
    [[480, 720]],
    [[0, 1440]],
    [
      [480, 720],
      [780, 1020],
    ],
  );
  const calendar = fc.record({
    week: fc.array(shift, { minLength: 7, maxLength: 7 }),
    weeks: fc.constant([]),
    exceptions: fc.array(
      fc.record({
        from: fc.constant("2026-03-01"),
        to: fc.constant("2026-04-01"),
        name: fc.constant(""),
        shifts: shift,
      }),
      { maxLength: 1 },
    ),
  });
  const day = fc.integer({ min: -20, max: 540 }).map((n) => dayAt(dayNumber("2026-01-01") + n));

  it("never falls from day to day, stays within 0 and 100, and ends at 100", () => {
    fc.assert(
      fc.property(schedule, calendar, day, day, (tasks, time, one, other) => {
        const plan = createPlan(tasks, time);
        const [early, late] = one < other ? [one, other] : [other, one];
        const [before, after] = [plan.each(early), plan.each(late)];
        for (const [n, percent] of before.entries()) {
          expect(percent).toBeGreaterThanOrEqual(0);
          expect(after[n]).toBeLessThanOrEqual(100);
          expect(after[n]).toBeGreaterThanOrEqual(percent);
        }
        expect(plan.whole(late)).toBeGreaterThanOrEqual(plan.whole(early));
        expect(plan.whole(plan.days?.last ?? "")).toBe(100);
        const percents = plan.curve(one).map(({ percent }) => percent);
        expect(percents).toEqual(percents.toSorted((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  it("is the mean of its parts, weighted by their durations", () => {
    fc.assert(
      fc.property(schedule, calendar, day, (tasks, time, on) => {
        const leaves = tasks
          .filter(({ is_summary }) => !is_summary)
          .map((one) => ({ ...one, duration: 480 }));
        const plan = createPlan(leaves, time);
        const each = plan.each(on);
        const mean = each.reduce((sum, percent) => sum + percent, 0) / each.length;
        // Each part is rounded by half a percent, and 100 is reserved for completion.
        expect(Math.abs(plan.whole(on) - mean)).toBeLessThanOrEqual(1.5);
      }),
      { numRuns: 60 },
    );
  });

  it("has the same working time, whole or in pieces", () => {
    fc.assert(
      fc.property(calendar, fc.tuple(moment, moment, moment), (time, moments) => {
        const [a = 0, b = 0, c = 0] = moments.map(minutesOf).toSorted((x, y) => x - y);
        const reckoned = createWorkingTime(time, dayNumber("2026-01-01"), dayNumber("2027-06-01"));
        expect(reckoned.between(a, b) + reckoned.between(b, c)).toBeCloseTo(reckoned.between(a, c), 6);
        expect(reckoned.between(a, c)).toBeLessThanOrEqual(c - a);
      }),
      { numRuns: 100 },
    );
  });
});
