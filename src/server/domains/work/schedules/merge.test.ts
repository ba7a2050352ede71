import { describe, expect, it } from "vitest";
import { type KeptTask, merge as mergeBy } from "./merge.ts";
import { mspdi, type ScheduleFixture, type TaskFixture, tower } from "./mspdi/mspdi.fixture.ts";
import { readSchedule } from "./mspdi/read.ts";
import { standardCalendar } from "./working-time.ts";

const merge = (before: readonly KeptTask[], sent: ReturnType<typeof file>) =>
  mergeBy(before, sent, standardCalendar);
const file = (given: ScheduleFixture = tower) => readSchedule(mspdi(given)).tasks;
const first = () => merge([], file()).tasks;
const told = (
  tasks: readonly KeptTask[],
  uid: number,
  percent: number,
  actual_start = "2026-03-03T08:00:00",
) => tasks.map((task) => (task.uid === uid ? { ...task, percent, actual_start, is_told: true } : task));
const changed = (uid: number, more: Partial<TaskFixture>): ScheduleFixture => ({
  ...tower,
  tasks: tower.tasks.map((task) => (task.uid === uid ? { ...task, ...more } : task)),
});
const without = (...uids: number[]): ScheduleFixture => ({
  ...tower,
  tasks: tower.tasks.filter(({ uid }) => !uids.includes(uid)),
});

describe("a schedule that is imported", () => {
  it("is all new the first time, and unchanged the second", () => {
    const { diff } = merge([], file());
    expect(diff).toMatchObject({ unchanged: 0, changed: [], removed: [] });
    expect(diff.added.map(({ uid, name }) => [uid, name])).toEqual([
      [2, "Structure"],
      [3, "Foundations"],
      [4, "Columns"],
      [5, "Structure is up"],
      [7, "Façade, planned by hand"],
    ]);
    expect(merge(first(), file()).diff).toEqual({ unchanged: 5, added: [], changed: [], removed: [] });
  });

  it("reports every field that differs, in readable form", () => {
    const later = changed(4, {
      name: "Columns and walls",
      level: 1,
      wbs: "2",
      start: "2026-03-17T08:00:00",
      finish: "2026-04-02T12:30:00",
      duration: "PT100H30M0S",
      percent: 5,
      baseline: ["2026-03-16T08:00:00", "2026-03-31T17:00:00"],
      deadline: "2026-04-09T17:00:00",
      actual_start: "2026-03-17T08:00:00",
      actual_finish: "2026-03-18T08:00:00",
      isMilestone: true,
      isCritical: true,
      notes: "Taller",
      links: [{ uid: 3, type: 3, lag: -300 }],
    });
    const { diff } = merge(first(), file({ ...later, assignments: [[4, 1]] }));
    const fields = diff.changed.find(({ uid }) => uid === 4)?.fields;
    expect(fields).toEqual([
      { field: "name", from: "Columns", to: "Columns and walls" },
      { field: "wbs", from: "1.2", to: "2" },
      { field: "parent", from: "Structure", to: "" },
      { field: "start", from: "2026-03-16 08:00", to: "2026-03-17 08:00" },
      { field: "finish", from: "2026-03-31 17:00", to: "2026-04-02 12:30" },
      { field: "duration", from: "96 h", to: "100.5 h" },
      { field: "baseline_start", from: "", to: "2026-03-16 08:00" },
      { field: "baseline_finish", from: "", to: "2026-03-31 17:00" },
      { field: "actual_start", from: "", to: "2026-03-17 08:00" },
      { field: "actual_finish", from: "", to: "2026-03-18 08:00" },
      { field: "deadline", from: "2026-04-02 17:00", to: "2026-04-09 17:00" },
      { field: "percent", from: "0%", to: "5%" },
      { field: "is_milestone", from: "", to: "✓" },
      { field: "is_critical", from: "", to: "✓" },
      { field: "predecessors", from: "3FS+8 h, 3SS−1 h", to: "3SS−0.5 h" },
      { field: "resources", from: "Concrete gang", to: "Crane" },
      { field: "notes", from: "", to: "Taller" },
    ]);
    // The foundations lost their crew, the façade waits for a part of longer columns.
    expect(diff.changed.map(({ uid }) => uid)).toEqual([3, 4, 7]);
  });

  it("keeps progress entered here, and recomputes the summaries", () => {
    const here = told(first(), 4, 60);
    const { tasks, diff } = merge(here, file(changed(4, { percent: 10, name: "Columns, west" })));
    expect(tasks.find(({ uid }) => uid === 4)).toMatchObject({
      name: "Columns, west",
      percent: 60,
      actual_start: "2026-03-03T08:00:00",
      is_told: true,
    });
    expect(diff.changed.find(({ uid }) => uid === 4)?.fields.map(({ field }) => field)).toEqual(["name"]);
    // 44 % of 80 hours and 60 % of 96.
    expect(tasks.find(({ uid }) => uid === 2)).toMatchObject({
      percent: 53,
      actual_start: "2026-03-02T08:00:00",
    });
    // For the others the file decides.
    expect(merge(here, file(changed(3, { percent: 90 }))).tasks.find(({ uid }) => uid === 3)?.percent).toBe(
      90,
    );
  });

  it("removes tasks missing from the file, but keeps those with progress, outside of all sums", () => {
    const here = told(first(), 4, 60);
    const { tasks, diff } = merge(here, file(without(4, 7)));
    expect(diff.removed).toEqual([
      { uid: 4, wbs: "1.2", name: "Columns", is_kept: true },
      { uid: 7, wbs: "3", name: "Façade, planned by hand", is_kept: false },
    ]);
    expect(tasks.map(({ uid, level, is_kept }) => [uid, level, is_kept])).toEqual([
      [2, 1, false],
      [3, 2, false],
      [5, 1, false],
      [4, 1, true],
    ]);
    expect(tasks[0]?.percent).toBe(20);
    // Its removal is reported once.
    const again = merge(tasks, file(without(4, 7)));
    expect(again.diff).toMatchObject({ removed: [], changed: [], added: [] });
    expect(again.tasks).toEqual(tasks);
  });

  it("takes a kept task in again, with its progress", () => {
    const gone = merge(told(first(), 4, 60), file(without(4))).tasks;
    const { tasks, diff } = merge(gone, file());
    expect(tasks.find(({ uid }) => uid === 4)).toMatchObject({
      level: 2,
      is_kept: false,
      percent: 60,
      is_told: true,
    });
    expect(diff.added).toEqual([]);
    expect(diff.changed.find(({ uid }) => uid === 4)?.fields.map(({ field }) => field)).toEqual([
      "parent",
      "is_kept",
    ]);
  });

  it("computes a task that was divided from its parts", () => {
    const divided = changed(7, { isSummary: true });
    const parts = [{ uid: 8, level: 2, duration: "PT8H0M0S", percent: 0 }];
    const { tasks } = merge(told(first(), 7, 60), file({ ...divided, tasks: [...divided.tasks, ...parts] }));
    expect(tasks.find(({ uid }) => uid === 7)).toMatchObject({
      is_summary: true,
      is_told: false,
      percent: 0,
    });
  });
});
