import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import { applyProgress, type TaskProgress, type TaskProgressInput } from "./task-progress.ts";
import { standardCalendar } from "./working-time.ts";

const when = { today: "2026-03-18", latest: "2026-03-19", calendar: standardCalendar };
const planned = { start: "2026-03-16T07:30:00", finish: "2026-03-20T16:00:00" };
const untold: TaskProgress = { percent: 0, actual_start: null, actual_finish: null };
const tell = (
  telling: TaskProgressInput,
  before: Partial<TaskProgress> = {},
  plan: Partial<typeof planned> | null = planned,
) => applyProgress(telling, { ...untold, ...before, start: null, finish: null, ...plan }, when);
const refusal = (telling: TaskProgressInput, before: Partial<TaskProgress> = {}) => {
  try {
    return tell(telling, before);
  } catch (error) {
    return error instanceof AppError ? error.fields : error;
  }
};
const begun = { percent: 40, actual_start: "2026-03-17T09:15:00", actual_finish: null };
const done = { ...begun, percent: 100, actual_finish: "2026-03-18T16:00:00" };

describe("updating the progress of a task", () => {
  it("starts it on its planned day, or today when that is in the future", () => {
    expect(tell({ percent: 40 })).toEqual({
      percent: 40,
      actual_start: "2026-03-16T07:30:00",
      actual_finish: null,
    });
    expect(tell({ percent: 40 }, {}, { start: "2026-04-01T08:00:00" }).actual_start).toBe(
      "2026-03-18T08:00:00",
    );
    expect(tell({ percent: 40 }, {}, null).actual_start).toBe("2026-03-18T08:00:00");
  });

  it("keeps the known time of a day", () => {
    expect(tell({ percent: 60 }, begun).actual_start).toBe("2026-03-17T09:15:00");
    expect(tell({ actual_start: "2026-03-17" }, begun).actual_start).toBe("2026-03-17T09:15:00");
    expect(tell({ actual_start: "2026-03-16" }, begun)).toEqual({
      ...begun,
      actual_start: "2026-03-16T07:30:00",
    });
  });

  it("finishes it at 100, today unless another day is given", () => {
    expect(tell({ percent: 100 }, begun)).toEqual({
      ...begun,
      percent: 100,
      actual_finish: "2026-03-18T16:00:00",
    });
    expect(tell({ percent: 100, actual_finish: "2026-03-17" }, begun).actual_finish).toBe(
      "2026-03-17T16:00:00",
    );
    expect(tell({ actual_finish: "2026-03-17" }, begun)).toMatchObject({ percent: 100 });
    expect(tell({ percent: 100 }, {}, { start: "2026-04-01T08:00:00" })).toMatchObject({
      actual_start: "2026-03-18T08:00:00",
      actual_finish: "2026-03-18T17:00:00",
    });
    expect(tell({ percent: 100 }, done)).toEqual(done);
  });

  it("never finishes it before it starts on one day", () => {
    const plan = { start: "2026-03-16T13:00:00", finish: "2026-03-20T12:00:00" };
    expect(tell({ percent: 100, actual_start: "2026-03-18" }, {}, plan)).toEqual({
      percent: 100,
      actual_start: "2026-03-18T13:00:00",
      actual_finish: "2026-03-18T13:00:00",
    });
  });

  it("goes back: below 100 is not finished, 0 is not started", () => {
    expect(tell({ percent: 90 }, done)).toEqual({ ...begun, percent: 90 });
    expect(tell({ percent: 0 }, done)).toEqual(untold);
    expect(tell({ percent: 0, actual_start: "2026-03-16" })).toMatchObject({
      percent: 0,
      actual_start: "2026-03-16T07:30:00",
    });
    expect(tell({ actual_start: null }, { actual_start: "2026-03-16T07:30:00" })).toEqual(untold);
  });

  it("refuses inconsistent values, and future days", () => {
    expect(refusal({ percent: 50, actual_finish: "2026-03-17" })).toEqual({
      actual_finish: ["schedules.finish_before_done"],
    });
    expect(refusal({ actual_finish: null }, done)).toEqual({ actual_finish: ["schedules.finish_missing"] });
    expect(refusal({ actual_start: null }, begun)).toEqual({ actual_start: ["schedules.start_missing"] });
    expect(refusal({ actual_finish: "2026-03-16" }, begun)).toEqual({
      actual_finish: ["schedules.finish_before_start"],
    });
    expect(refusal({ actual_start: "2026-03-19" }, done)).toEqual({
      actual_start: ["schedules.finish_before_start"],
    });
    for (const day of ["2026-03-20", "1999-12-31"])
      expect(refusal({ actual_start: day }, begun)).toEqual({ actual_start: ["schedules.date_range"] });
    expect(tell({ actual_start: "2026-03-19" }, begun).actual_start).toBe("2026-03-19T07:30:00");
  });

  it("always leaves a consistent task", () => {
    const day = fc.constantFrom("2026-03-01", "2026-03-17", "2026-03-18", "2026-03-19", null, undefined);
    const telling = fc.record({
      percent: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
      actual_start: day,
      actual_finish: day,
    });
    fc.assert(
      fc.property(fc.array(telling, { maxLength: 4 }), (words) => {
        let task = untold;
        for (const word of words) {
          try {
            task = tell(word, task);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
          expect(task.actual_finish !== null).toBe(task.percent === 100);
          if (task.percent > 0) expect(task.actual_start).not.toBeNull();
          if (task.actual_finish !== null) expect(task.actual_finish >= (task.actual_start ?? "")).toBe(true);
        }
      }),
    );
  });
});
