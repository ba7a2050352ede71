import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { createImports } from "./imports.ts";
import { bigSchedule, mspdi, tower } from "./mspdi/mspdi.fixture.ts";
import { begin, type Person, person, schedulesWorld, taskOf, towerWith } from "./schedules.fixture.ts";
import { createSchedulesRepository } from "./schedules.repository.ts";
import { createScheduleThreads } from "./threads.ts";

let now = begin;
const world = schedulesWorld({ now: () => now });
const { db, site, send, preview, apply, bring, look, fetchXml, tell } = world;

describe("an imported schedule", () => {
  it("is previewed first and written only when the preview is applied", async () => {
    const id = await site();
    expect(await look(id)).toBeNull();
    const shown = await preview(id);
    expect(shown).toMatchObject({
      name: "Tower A & B",
      file_name: "tower.xml",
      tasks: 5,
      unchanged: 0,
      removed: [],
    });
    expect(shown.added).toHaveLength(5);
    expect(shown.warnings).toEqual([{ kind: "null_task", uid: 6, detail: "" }]);
    expect(await look(id)).toBeNull();
    const schedule = await apply(id, shown.token);
    expect(schedule).toMatchObject({
      id_project: id,
      name: "Tower A & B",
      file_name: "tower.xml",
      imported_by: "Test Person",
      imported_at: "2026-03-18T09:00:00.000Z",
      start: "2026-03-02T08:00:00",
      finish: "2026-04-30T17:00:00",
      on_date: "2026-03-18",
      // 44 % of 80 hours of 352.
      percent: 10,
      working_days: [2, 3, 4, 5, 6],
      days_off: [{ from: "2026-03-20", to: "2026-03-20", name: "Feast & rest" }],
      can: { edit: true, import: true, remove: true },
    });
    expect(await look(id)).toEqual(schedule);
    expect(taskOf(schedule, 4)).toMatchObject({
      level: 2,
      is_summary: false,
      predecessors: [
        { uid: 3, kind: "FS", lag: 480 },
        { uid: 3, kind: "SS", lag: -60 },
      ],
      resources: ["Concrete gang"],
      is_told_here: false,
      told_by: "",
      told_at: null,
    });
    // The preview was applied; it cannot be applied a second time.
    const again = await world.is.owner.client.refused("POST /api/projects/{id}/schedule", {
      params: { id },
      body: { token: shown.token },
    });
    expect(again).toMatchObject({ status: 410, code: "SCHEDULE_PREVIEW_GONE" });
    expect((await preview(id)).unchanged).toBe(5);
  });

  it("previews its changes, and applies them", async () => {
    const id = await site();
    await bring(id);
    const next = towerWith(3, { finish: "2026-03-16T17:00:00", percent: 60 });
    const shown = await preview(id, { ...next, tasks: next.tasks.filter(({ uid }) => uid !== 7) });
    expect(shown).toMatchObject({ unchanged: 3, added: [] });
    expect(shown.changed).toEqual([
      {
        uid: 3,
        wbs: "1.1",
        name: "Foundations",
        fields: [
          { field: "finish", from: "2026-03-13 17:00", to: "2026-03-16 17:00" },
          { field: "percent", from: "44%", to: "60%" },
        ],
      },
    ]);
    expect(shown.removed).toEqual([{ uid: 7, wbs: "3", name: "Façade, planned by hand", is_kept: false }]);
    const schedule = await apply(id, shown.token);
    expect(schedule.tasks.map(({ uid }) => uid)).toEqual([2, 3, 4, 5]);
    expect(taskOf(schedule, 3)).toMatchObject({ percent: 60, finish: "2026-03-16T17:00:00" });
  });

  it("is not applied over a later change, after its hour, by another user or to another project", async () => {
    const [id, other] = [await site(), await site()];
    await bring(id);
    const { token } = await preview(id, towerWith(3, { percent: 60 }));
    const refused = (by: Person, project: number) =>
      by.client.refused("POST /api/projects/{id}/schedule", { params: { id: project }, body: { token } });
    await world.is.app.join(id, world.is.manager, "manager");
    expect(await refused(world.is.manager, id)).toMatchObject({ code: "SCHEDULE_PREVIEW_GONE" });
    expect(await refused(world.is.owner, other)).toMatchObject({ code: "SCHEDULE_PREVIEW_GONE" });
    await tell(id, 4, { percent: 10 });
    expect(await refused(world.is.owner, id)).toMatchObject({ status: 409, code: "CONFLICT" });
    expect(taskOf(await look(id), 3).percent).toBe(44);
    // The same file is applied after a new preview.
    const fresh = await preview(id, towerWith(3, { percent: 60 }));
    const before = now;
    now = new Date(before.getTime() + limits.schedule.previewMinutes * 60_000 + 1);
    const late = await world.is.owner.client.refused("POST /api/projects/{id}/schedule", {
      params: { id },
      body: { token: fresh.token },
    });
    now = before;
    expect(late).toMatchObject({ code: "SCHEDULE_PREVIEW_GONE" });
    expect(taskOf(await apply(id, fresh.token), 3).percent).toBe(60);
  });

  it("is applied once, when two confirm at the same moment", async () => {
    const id = await site();
    const { token } = await preview(id);
    const press = () =>
      world.is.owner.client.raw("POST /api/projects/{id}/schedule", { params: { id }, body: { token } });
    const statuses = (await Promise.all([press(), press(), press()]))
      .map(({ status }) => status)
      .toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    for (const status of statuses.slice(1)) expect([409, 410]).toContain(status);
    expect((await look(id))?.tasks).toHaveLength(5);
  });

  it("is refused when invalid: Project's own format, other files, an attack, too many tasks", async () => {
    const id = await site();
    const refused = async (file: string | Uint8Array) => {
      const { status, body } = await send(id, file);
      return { status, code: (body as { code: string }).code };
    };
    expect(
      await refused(Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(400_000)])),
    ).toEqual({
      status: 422,
      code: "SCHEDULE_MPP",
    });
    const unreadable = { status: 422, code: "SCHEDULE_UNREADABLE" };
    expect(await refused("<html></html>")).toEqual(unreadable);
    expect(await refused('<!DOCTYPE a [<!ENTITY b "ha">]><Project><Tasks/></Project>')).toEqual(unreadable);
    // The same for a file that is read in a thread.
    expect(await refused(`<!DOCTYPE a []>${" ".repeat(300_000)}<Project><Tasks/></Project>`)).toEqual(
      unreadable,
    );
    const many = `<Project><Tasks>${"<Task><UID>1</UID></Task>".repeat(limits.schedule.tasks + 2)}</Tasks></Project>`;
    expect(await refused(many)).toEqual({ status: 422, code: "SCHEDULE_TASKS_FULL" });
  });

  it("keeps wall-clock time across daylight saving changes", async () => {
    const id = await site();
    // That hour does not exist in New York on that day, nor in Berlin on the other.
    expect(new Date("2026-03-08T02:30:00").getHours()).toBe(3);
    const dates = ["2026-03-08T02:30:00", "2026-03-29T02:30:00"];
    const tasks = dates.map((day, n) => ({
      uid: n + 1,
      start: day,
      finish: day,
      deadline: day,
      baseline: [day, day] as const,
    }));
    const schedule = await bring(id, { tasks });
    for (const [n, day] of dates.entries())
      expect(schedule.tasks[n]).toMatchObject({
        start: day,
        finish: day,
        deadline: day,
        baseline_start: day,
        baseline_finish: day,
      });
    expect((await preview(id, { tasks })).unchanged).toBe(2);
  });

  it("can be as large as a large site: 2 675 tasks", async () => {
    const id = await site();
    const xml = mspdi(bigSchedule(2675));
    const shown = await preview(id, xml);
    expect(shown.added).toHaveLength(2675);
    const schedule = await apply(id, shown.token);
    expect(schedule.tasks).toHaveLength(2675);
    expect((await preview(id, xml)).unchanged).toBe(2675);
    // It is also exported by a thread, and imported again.
    await tell(id, 7, { percent: 50 });
    const out = await fetchXml(id);
    expect(out).toContain("<PercentComplete>50</PercentComplete>");
    expect((await preview(id, out)).unchanged).toBe(2675);
  });
});

describe("a preview that is not applied", () => {
  it("is replaced by the next file, and deleted after its hour", async () => {
    const someone = await person(world.is.app, { role: "administrator" });
    const id = await site(someone);
    await preview(id, tower, someone);
    await preview(id, tower, someone);
    const left = () =>
      db().selectFrom("schedule_previews").select("token").where("id_user", "=", someone.id).execute();
    expect(await left()).toHaveLength(1);
    const pruneAt = (minutes: number) => {
      const clock = { now: () => new Date(now.getTime() + minutes * 60_000) };
      const repository = createSchedulesRepository(db());
      return createImports({ db: db(), clock, repository, threads: createScheduleThreads() }).prune();
    };
    await pruneAt(limits.schedule.previewMinutes - 1);
    expect(await left()).toHaveLength(1);
    await pruneAt(limits.schedule.previewMinutes);
    expect(await left()).toHaveLength(0);
  });
});
