import { describe, expect, it } from "vitest";
import { aTask } from "../testing.ts";
import { latenessOf } from "./lateness.ts";

const on = "2026-03-10";
const late = (change: Parameters<typeof aTask>[0]) => latenessOf(aTask(change), on);

describe("a task is late", () => {
  it("by the days since its due date, by the baseline where there is one", () => {
    expect(late({ uid: 1 })).toEqual({ kind: "overdue", days: 4 });
    expect(late({ uid: 1, finish: "2026-03-20T17:00:00", baseline_finish: "2026-03-09T17:00:00" })).toEqual({
      kind: "overdue",
      days: 1,
    });
  });

  it("not on the day itself, and never after completion", () => {
    expect(late({ uid: 1, finish: "2026-03-10T17:00:00" })).toBeNull();
    expect(late({ uid: 1, percent: 100 })).toBeNull();
  });

  it("when it will end after its deadline", () => {
    expect(late({ uid: 1, finish: "2026-03-20T17:00:00", deadline: "2026-03-18T17:00:00" })).toEqual({
      kind: "deadline",
      days: 2,
    });
  });

  it("when it is noticeably behind its plan", () => {
    const running = { uid: 1, finish: "2026-03-20T17:00:00", planned_percent: 60 };
    expect(late({ ...running, percent: 40 })).toEqual({ kind: "behind", points: 20 });
    expect(late({ ...running, percent: 57 })).toBeNull();
  });
});
