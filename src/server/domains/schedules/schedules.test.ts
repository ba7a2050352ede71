import { beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Schedule, SchedulePreview } from "#contract/schedules.ts";
import type { RawReply } from "#test/client.ts";
import { unzip } from "#test/zip.ts";
import { type Person, person, snagsWorld } from "../snags/snags.fixture.ts";
import { createImports } from "./imports.ts";
import { bigSchedule, mspdi, type ScheduleFixture, type TaskFixture, tower } from "./mspdi/mspdi.fixture.ts";
import { createSchedulesRepository } from "./schedules.repository.ts";
import { createScheduleThreads } from "./threads.ts";

// A machine whose clocks are changed in a night that tasks are planned in.
process.env["TZ"] = "America/New_York";
let now = new Date("2026-03-18T09:00:00Z");
const world = snagsWorld({ clock: { now: () => now } });
const db = () => world.is.app.database.db;
beforeAll(async () => {
  const boss = await person(world.is.app, { role: "super_admin" });
  await boss.client.call("PUT /api/settings", { body: { ms_project_enabled: true } });
});

/** A project of its own, with its owner. */
async function site(by: Person = world.is.owner): Promise<number> {
  const { id } = await by.client.call("POST /api/projects", { body: { name: `Site ${Math.random()}` } });
  return id;
}
const send = (id: number, xml: string | Uint8Array, by: Person = world.is.owner): Promise<RawReply> =>
  by.client.upload(
    "POST /api/projects/{id}/schedule/preview",
    {},
    { file: { name: "tower.xml", bytes: typeof xml === "string" ? Buffer.from(xml) : xml } },
    { params: { id } },
  );
async function preview(
  id: number,
  given: ScheduleFixture | string = tower,
  by?: Person,
): Promise<SchedulePreview> {
  const reply = await send(id, typeof given === "string" ? given : mspdi(given), by);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return (reply.body as { data: SchedulePreview }).data;
}
const apply = (id: number, token: string, by: Person = world.is.owner): Promise<Schedule> =>
  by.client.call("POST /api/projects/{id}/schedule", { params: { id }, body: { token } });
const bring = async (id: number, given?: ScheduleFixture | string): Promise<Schedule> =>
  apply(id, (await preview(id, given)).token);
const look = (
  id: number,
  by: Person = world.is.owner,
  query: { on?: string } = {},
): Promise<Schedule | null> => by.client.call("GET /api/projects/{id}/schedule", { params: { id }, query });
const fetchXml = async (id: number, by: Person = world.is.owner): Promise<string> =>
  String((await by.client.raw("GET /api/projects/{id}/schedule/export", { params: { id } })).body);
const taskOf = (schedule: Schedule | null, uid: number) => {
  const task = schedule?.tasks.find((one) => one.uid === uid);
  if (task === undefined) throw new Error(`no task ${uid}`);
  return task;
};
const tell = async (
  id: number,
  uid: number,
  body: { percent?: number; actual_start?: string | null; actual_finish?: string | null },
  by: Person = world.is.owner,
): Promise<Schedule> => {
  const task = taskOf(await look(id), uid).id;
  return by.client.call("PUT /api/projects/{id}/schedule/tasks/{task}", { params: { id, task }, body });
};
const towerWith = (uid: number, more: Partial<TaskFixture>): ScheduleFixture => ({
  ...tower,
  tasks: tower.tasks.map((task) => (task.uid === uid ? { ...task, ...more } : task)),
});
const towerWithout = (...uids: number[]): ScheduleFixture => ({
  ...tower,
  tasks: tower.tasks.filter(({ uid }) => !uids.includes(uid)),
});

describe("a schedule that comes in", () => {
  it("is shown first and written only when that is carried out", async () => {
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
    // It was the preview that was carried out; there is no second time.
    const again = await world.is.owner.client.refused("POST /api/projects/{id}/schedule", {
      params: { id },
      body: { token: shown.token },
    });
    expect(again).toMatchObject({ status: 410, code: "SCHEDULE_PREVIEW_GONE" });
    expect((await preview(id)).unchanged).toBe(5);
  });

  it("shows what it would change, and changes that", async () => {
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

  it("is not carried out over what somebody changed since, nor after its hour, nor by another or elsewhere", async () => {
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
    // The same file shown again is carried out.
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

  it("is carried out once, when two press at the same moment", async () => {
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

  it("is refused when it is none: Project's own format, other files, an attack, too many tasks", async () => {
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
    // The same of one that is read in a thread.
    expect(await refused(`<!DOCTYPE a []>${" ".repeat(300_000)}<Project><Tasks/></Project>`)).toEqual(
      unreadable,
    );
    const many = `<Project><Tasks>${"<Task><UID>1</UID></Task>".repeat(limits.schedule.tasks + 2)}</Tasks></Project>`;
    expect(await refused(many)).toEqual({ status: 422, code: "SCHEDULE_TASKS_FULL" });
  });

  it("keeps the clock on the wall through the nights in which clocks are changed", async () => {
    const id = await site();
    // In New York there is no such hour on that day, and in Berlin none on the other.
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

  it("can be as big as a big site: 2 675 tasks, in seconds", async () => {
    const id = await site();
    const xml = mspdi(bigSchedule(2675));
    const begun = performance.now();
    const shown = await preview(id, xml);
    expect(shown.added).toHaveLength(2675);
    const schedule = await apply(id, shown.token);
    expect(schedule.tasks).toHaveLength(2675);
    expect((await preview(id, xml)).unchanged).toBe(2675);
    // It goes out by a thread, too, and comes back.
    await tell(id, 7, { percent: 50 });
    const out = await fetchXml(id);
    expect(out).toContain("<PercentComplete>50</PercentComplete>");
    expect((await preview(id, out)).unchanged).toBe(2675);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

describe("the progress of a task", () => {
  it("is told by who may add visits, and lets the summaries and the whole follow", async () => {
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
      expect(refused.status).toBe(403);
    }
    expect((await look(id, viewer))?.can).toEqual({ edit: false, import: false, remove: false });
  });

  it("is refused of summaries, of tasks elsewhere, and in words that do not fit each other", async () => {
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

  it("is not taken back by an import, and stays when the file loses the task, until somebody removes it", async () => {
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
    // 44 % of all that the file has left.
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

  it("is counted once when two tell at the same moment", async () => {
    const id = await site();
    await bring(id);
    await Promise.all([tell(id, 3, { percent: 100 }), tell(id, 4, { percent: 100 })]);
    expect(taskOf(await look(id), 2)).toMatchObject({ percent: 100, actual_finish: "2026-03-18T17:00:00" });
  });

  it("stands in the log of the project beside imports and removals", async () => {
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

  it("stand on the progress of the project: the planned curve, and how the tasks went day by day", async () => {
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

describe("a schedule that goes out", () => {
  it("is the file with what was told here, and opens again without a difference, byte for byte the same", async () => {
    const { id_project: id, owner, viewer, trade } = world.is;
    await world.pin();
    await bring(id);
    await tell(id, 4, { percent: 50, actual_start: "2026-03-17" });
    const out = await fetchXml(id);
    expect(out).toContain("<ActualStart>2026-03-17T08:00:00</ActualStart>");
    expect(out).toMatch(/<Notes>\[Sitewalk\] Open snags: \d+\. Closed: 0\.<\/Notes>/);
    const code = (
      await db().selectFrom("visits").select("code").where("id_project", "=", id).executeTakeFirst()
    )?.code;
    expect(out).toMatch(new RegExp(`<HyperlinkAddress>http://[^<]+/viewer/${code}</HyperlinkAddress>`));
    const shown = await preview(id, out);
    expect(shown).toMatchObject({ added: [], changed: [], removed: [], unchanged: shown.tasks });
    await apply(id, shown.token);
    expect(await fetchXml(id)).toBe(out);
    const reply = await owner.client.raw("GET /api/projects/{id}/schedule/export", { params: { id } });
    expect(reply.headers.get("content-type")).toContain("application/xml");
    expect(reply.headers.get("content-disposition")).toContain("Tower%20A%20%26%20B.xml");
    // Whoever reads visits may take it along; how many snags there are is for who may see them all.
    expect(await fetchXml(id, viewer)).toBe(out);
    expect(await fetchXml(id, trade)).not.toContain("[Sitewalk]");
  });

  it("goes with the export of the project, for who sees visits", async () => {
    const { owner, id_project: id } = world.is;
    const zipFor = async ({ client }: Person, project = id) => {
      const { url } = client.address("GET /api/projects/export/{id}", { params: { id: project } });
      const reply = await fetch(url, { headers: { cookie: client.cookie() } });
      const zip = await unzip(new Uint8Array(await reply.arrayBuffer()));
      const text = (path: string) => zip.get(path)?.bytes.toString();
      return { text, facts: JSON.parse(text("project.json") ?? "") as { schedule?: unknown } };
    };
    await bring(id);
    await tell(id, 4, { percent: 50 });
    const { text, facts } = await zipFor(owner);
    expect(text("schedule/Tower A & B.xml")).toBe(await fetchXml(id));
    expect(facts.schedule).toMatchObject({
      name: "Tower A & B",
      file: "schedule/Tower A & B.xml",
      imported_by: "Test Person",
      tasks: [
        { uid: 2 },
        { uid: 3, percent: 44 },
        { uid: 4, percent: 50, told_by: "Test Person" },
        { uid: 5 },
        { uid: 7 },
      ],
    });
    expect((await zipFor(owner, await site())).facts.schedule).toBeNull();
  });

  it("is none where none came in", async () => {
    const id = await site();
    const refused = await world.is.owner.client.refused("GET /api/projects/{id}/schedule/export", {
      params: { id },
    });
    expect(refused).toMatchObject({ status: 404, code: "SCHEDULE_MISSING" });
  });
});

describe("who may", () => {
  it("see nothing of a stranger's schedule, and change nothing of it", async () => {
    const { stranger, id_project: id, editor } = world.is;
    const { id: task } = taskOf(await bring(id), 3);
    const own = await site();
    await world.is.app.join(own, stranger, "manager");
    expect(await look(own, stranger)).toBeNull();
    const calls = [
      ["GET /api/projects/{id}/schedule", undefined],
      ["GET /api/projects/{id}/schedule/export", undefined],
      ["DELETE /api/projects/{id}/schedule", undefined],
      ["POST /api/projects/{id}/schedule", { token: "x" }],
    ] as const;
    for (const [route, body] of calls)
      expect(await stranger.client.refused(route, { params: { id }, ...(body && { body }) })).toMatchObject({
        status: 403,
      });
    expect((await send(id, mspdi(tower), stranger)).status).toBe(403);
    // By way of a project of his own he reaches no task of this one.
    for (const route of ["PUT", "DELETE"] as const) {
      const refused = await stranger.client.refused(`${route} /api/projects/{id}/schedule/tasks/{task}`, {
        params: { id: own, task },
        ...(route === "PUT" && { body: { percent: 99 } }),
      });
      expect(refused).toMatchObject({ status: 404 });
    }
    expect(taskOf(await look(id), 3).percent).toBe(44);
    // Telling is for who walks the site, bringing in for who runs the project.
    expect((await send(id, mspdi(tower), editor)).status).toBe(403);
  });

  it("read on when the tool is switched off for him, but bring in nothing", async () => {
    const { owner } = world.is;
    const id = await site();
    const shown = await preview(id);
    await db()
      .updateTable("users")
      .set({ tools_off: ["ms_project"] })
      .where("id", "=", owner.id)
      .execute();
    const off = { status: 403, body: { code: "TOOL_OFF" } };
    expect(await send(id, mspdi(tower))).toMatchObject(off);
    expect(
      await owner.client.raw("POST /api/projects/{id}/schedule", {
        params: { id },
        body: { token: shown.token },
      }),
    ).toMatchObject(off);
    await db().updateTable("users").set({ tools_off: [] }).where("id", "=", owner.id).execute();
    await apply(id, shown.token);
    await db()
      .updateTable("users")
      .set({ tools_off: ["ms_project"] })
      .where("id", "=", owner.id)
      .execute();
    expect((await look(id))?.can).toEqual({ edit: true, import: false, remove: true });
    expect(await fetchXml(id)).toContain("<UID>3</UID>");
    expect(taskOf(await tell(id, 3, { percent: 50 }), 3).percent).toBe(50);
    await db().updateTable("users").set({ tools_off: [] }).where("id", "=", owner.id).execute();
  });
});

describe("what was shown and not carried out", () => {
  it("makes room for the next file, and is gone after its hour", async () => {
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
