import { describe, expect, it } from "vitest";
import { begin, type Person, schedulesWorld, taskOf, towerWith, towerWithout } from "./schedules.fixture.ts";

let now = begin;
const world = schedulesWorld({ now: () => now });
const { site, preview, apply, bring, look, tell } = world;

describe("the progress of a task", () => {
  it("is updated by users who may add visits, and recomputes the summaries and the total", async () => {
    const { editor, viewer, trade, stranger, id_project: id } = world.is;
    await bring(id);
    const schedule = await tell(id, 4, { percent: 50, actual_start: "2026-03-17" }, editor);
    expect(taskOf(schedule, 4)).toMatchObject({
      percent: 50,
      actual_start: "2026-03-17T08:00:00",
      actual_finish: null,
      is_told_here: true,
      told_by: "Test Person",
      told_at: "2026-03-18T09:00:00.000Z",
    });
    expect(taskOf(schedule, 2)).toMatchObject({
      percent: 47,
      actual_start: "2026-03-02T08:00:00",
      is_told_here: false,
    });
    // 35.2 and 48 of 352 hours.
    expect(schedule.percent).toBe(24);
    const finished = await tell(id, 4, { percent: 100 }, editor);
    expect(taskOf(finished, 4).actual_finish).toBe("2026-03-18T17:00:00");
    for (const by of [viewer, trade, stranger]) {
      const task = taskOf(schedule, 4).id;
      const refused = await by.client.refused("PUT /api/projects/{id}/schedule/tasks/{task}", {
        params: { id, task },
        body: { percent: 1 },
      });
      expect(refused.status).toBe(by === stranger ? 404 : 403);
    }
    expect((await look(id, viewer))?.can).toEqual({ edit: false, import: false, remove: false });
  });

  it("is refused for summaries, for tasks of other projects, and for inconsistent values", async () => {
    const [id, other] = [await site(), await site()];
    const [schedule, elsewhere] = [await bring(id), await bring(other)];
    const refused = (uid: number, body: object, from = schedule) =>
      world.is.owner.client.refused("PUT /api/projects/{id}/schedule/tasks/{task}", {
        params: { id, task: taskOf(from, uid).id },
        body,
      });
    expect(await refused(2, { percent: 50 })).toMatchObject({
      status: 422,
      errors: { percent: ["schedules.is_summary"] },
    });
    expect(await refused(3, { percent: 50 }, elsewhere)).toMatchObject({ status: 404 });
    for (const percent of [-1, 101, 33.3])
      expect(await refused(3, { percent })).toMatchObject({
        errors: { percent: ["schedules.percent_range"] },
      });
    expect(await refused(3, { actual_start: "2026-03-20" })).toMatchObject({
      errors: { actual_start: ["schedules.date_range"] },
    });
    expect(await look(id)).toEqual(schedule);
  });

  it("survives an import, and stays when the file loses the task, until a user removes it", async () => {
    const id = await site();
    await bring(id);
    await tell(id, 4, { percent: 50, actual_start: "2026-03-17" });
    const kept = taskOf(await bring(id, towerWith(4, { percent: 5, name: "Columns, all" })), 4);
    expect(kept).toMatchObject({
      percent: 50,
      name: "Columns, all",
      actual_start: "2026-03-17T08:00:00",
      is_told_here: true,
    });

    const shown = await preview(id, towerWithout(4, 7));
    expect(shown.removed.map(({ uid, is_kept }) => [uid, is_kept])).toEqual([
      [4, true],
      [7, false],
    ]);
    const left = await apply(id, shown.token);
    expect(left.tasks.map(({ uid, is_kept }) => [uid, is_kept])).toEqual([
      [2, false],
      [3, false],
      [5, false],
      [4, true],
    ]);
    expect(taskOf(left, 4)).toMatchObject({ percent: 50, level: 1, told_by: "Test Person" });
    // 44 % of everything that the file has left.
    expect(left.percent).toBe(44);
    expect((await preview(id, towerWithout(4, 7))).removed).toEqual([]);

    const remove = (uid: number, by: Person = world.is.owner) =>
      by.client.raw("DELETE /api/projects/{id}/schedule/tasks/{task}", {
        params: { id, task: taskOf(left, uid).id },
      });
    const inFile = await remove(3);
    expect(inFile).toMatchObject({ status: 409, body: { code: "SCHEDULE_TASK_IN_FILE" } });
    expect((await remove(4)).status).toBe(200);
    expect((await remove(4)).status).toBe(404);
    expect((await look(id))?.tasks.map(({ uid }) => uid)).toEqual([2, 3, 5]);
  });

  it("is counted once when two update it at the same moment", async () => {
    const id = await site();
    await bring(id);
    await Promise.all([tell(id, 3, { percent: 100 }), tell(id, 4, { percent: 100 })]);
    expect(taskOf(await look(id), 2)).toMatchObject({ percent: 100, actual_finish: "2026-03-18T17:00:00" });
  });

  it("appears in the log of the project beside imports and removals", async () => {
    const { owner } = world.is;
    const id = await site();
    await bring(id);
    await tell(id, 4, { percent: 50 });
    await owner.client.call("DELETE /api/projects/{id}/schedule", { params: { id } });
    expect(await look(id)).toBeNull();
    expect(
      await owner.client.refused("DELETE /api/projects/{id}/schedule", { params: { id } }),
    ).toMatchObject({
      code: "SCHEDULE_MISSING",
    });
    const { items } = await owner.client.call("GET /api/projects/{id}/activity", {
      params: { id },
      query: { kind: "schedule" },
    });
    expect(items.map(({ action, subject, details }) => [action, subject?.name, details["percent"]])).toEqual([
      ["schedule.removed", "Tower A & B", undefined],
      ["schedule.task_told", "Columns", "50%"],
      ["schedule.imported", "Tower A & B", undefined],
    ]);
  });
});

describe("plan and progress", () => {
  it("are compared on any day", async () => {
    const id = await site();
    await bring(id);
    const on = async (day: string) => {
      const schedule = await look(id, world.is.owner, { on: day });
      return [schedule?.on_date, schedule?.planned_percent, taskOf(schedule, 3).planned_percent];
    };
    expect(await on("2026-03-01")).toEqual(["2026-03-01", 0, 0]);
    // By the baseline, which ends two days before the plan; Fridays are half a day.
    expect((await on("2026-03-11")).slice(2)).toEqual([100]);
    expect(await on("2026-12-31")).toEqual(["2026-12-31", 100, 100]);
  });

  it("are shown on the progress of the project: the planned curve, and the tasks' progress day by day", async () => {
    const id = await site();
    const progress = (until?: string) =>
      world.is.owner.client.call("GET /api/projects/{id}/progress", {
        params: { id },
        query: until === undefined ? {} : { until },
      });
    expect((await progress()).planned).toBeNull();
    await bring(id);
    const first = now;
    now = new Date("2026-03-25T09:00:00Z");
    await tell(id, 4, { percent: 50 });
    await tell(id, 4, { percent: 75 });
    const { planned } = await progress();
    expect(planned).toMatchObject({
      start: "2026-03-02",
      finish: "2026-04-30",
      percent: (await look(id))?.planned_percent,
      told_percent: 30,
      told: [
        { date: "2026-03-18", percent: 10 },
        { date: "2026-03-25", percent: 30 },
      ],
    });
    expect(planned?.curve.at(-1)).toEqual({ date: "2026-04-30", percent: 100 });
    expect(planned?.curve.find(({ date }) => date === "2026-03-25")?.percent).toBe(planned?.percent);
    expect((await progress("2026-03-20")).planned).toMatchObject({
      told_percent: 10,
      told: [{ percent: 10 }],
    });
    expect((await progress("2026-03-10")).planned).toMatchObject({ told_percent: null, told: [] });
    now = first;
  });
});
