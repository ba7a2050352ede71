import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { Language } from "#contract/languages.ts";
import { mayBegin } from "#test/people.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { createFormatter } from "#web/lib/format.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aPreview, aSchedule, aTask } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  remember(storageKeys.scheduleProject, null);
  remember(storageKeys.scheduleViews, null);
});

const manager = { ...person, can: mayBegin({ ms_project: true }) };
const can = { view_visits: true, edit: true, add_visit: true };
const tower = aProject({ id: 1, name: "Tower B", can, last_visit_date: "2026-10-01T08:00:00.000Z" });
const school = aProject({ id: 2, name: "School", can });

const tasks = [
  aTask({
    uid: 1,
    wbs: "1",
    name: "Structure",
    level: 1,
    is_summary: true,
    percent: 40,
    planned_percent: 42,
  }),
  aTask({
    uid: 2,
    wbs: "1.1",
    name: "Columns",
    level: 2,
    percent: 100,
    planned_percent: 100,
    actual_start: "2026-03-02T08:00:00",
    actual_finish: "2026-03-06T17:00:00",
  }),
  aTask({
    uid: 3,
    wbs: "1.2",
    name: "Slab",
    level: 2,
    is_critical: true,
    start: "2026-03-09T08:00:00",
    finish: "2026-03-20T17:00:00",
    baseline_start: "2026-03-05T08:00:00",
    baseline_finish: "2026-03-16T17:00:00",
    percent: 10,
    planned_percent: 30,
    predecessors: [{ uid: 2, kind: "FS", lag: 480 }],
    notes: "Pour in two stages",
  }),
  aTask({
    uid: 4,
    wbs: "2",
    name: "Topping out",
    is_milestone: true,
    start: "2026-03-20T17:00:00",
    finish: "2026-03-20T17:00:00",
    duration: 0,
    deadline: "2026-04-01T17:00:00",
  }),
  aTask({
    uid: 9,
    wbs: "3",
    name: "Old stairs",
    is_kept: true,
    is_told_here: true,
    percent: 100,
    planned_percent: 100,
    told_by: "Site Office",
    told_at: "2026-03-08T08:00:00.000Z",
  }),
];
const schedule = aSchedule(tasks);

const answers = (more: Answers = {}): Answers => ({
  ...projectAnswers([school, tower]),
  "GET /api/projects/{id}/schedule": () => ok(schedule),
  ...more,
});

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    title: t("schedules.title"),
    project: t("schedules.project"),
    chart: t("schedules.chart.label", { name: "Tower B" }),
    off: t("schedules.off.title"),
    empty: t("schedules.import.title"),
    mpp: t("errors.code.SCHEDULE_MPP"),
    unreadable: t("errors.code.SCHEDULE_UNREADABLE"),
    first: t("schedules.preview.apply_first"),
    again: t("schedules.import.again"),
    apply: t("schedules.preview.apply"),
    differ: t("schedules.preview.title"),
    differences: t("schedules.preview.list"),
    same: t("schedules.preview.same_title"),
    changedMeanwhile: t("schedules.preview.again"),
    removed: new RegExp(`^${t("schedules.preview.kinds.removed")}`),
    kept: t("schedules.preview.kept"),
    behind: t("schedules.against.behind", { percent: createFormatter(language).percent(0.03) }),
    late: t("schedules.tools.late"),
    search: t("schedules.tools.search"),
    percent: t("schedules.task.percent"),
    save: t("schedules.task.save"),
    undo: t("common.undo"),
    remove: t("schedules.task.remove"),
    finish: t("schedules.finish_missing"),
    missing: t("schedules.tools.none"),
    progress: t("schedules.summary.to_progress"),
    waits: t("schedules.task.waits_for"),
    export: t("schedules.export"),
  };
};

const xml = (name = "tower-b.xml") => new File(["<Project/>"], name, { type: "text/xml" });
const field = () =>
  document.querySelector<HTMLInputElement>("input[type=file]") ?? document.createElement("input");

describe.each(["en", "ar"] as const)("/msproject in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (path: string, more: Answers = {}, whose = manager) => {
    opened = await openScreen(path, language, answers(more), whose);
    return opened;
  };
  const chart = () => screen.findByRole("treegrid", { name: text.chart });
  const names = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("gridcell")[1]?.textContent);

  it("explains to users without access that it is off, and sends no request", async () => {
    const { api } = await open("/msproject/1", {}, person);
    expect(await screen.findByText(text.off)).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1, name: text.title })).toBeTruthy();
    expect(api.calls("GET /api/projects/{id}/schedule")).toEqual([]);
    expect(screen.queryByRole("link", { name: text.title })).toBeNull();
  });

  it("shows the project with the newest visit by default, remembers it, and switches to another", async () => {
    const { path, user } = await open("/msproject");
    await chart();
    expect(path()).toBe("/msproject/1");
    expect(recall(storageKeys.scheduleProject)).toBe("1");
    await user.clear(screen.getByRole("combobox", { name: text.project }));
    await user.type(screen.getByRole("combobox", { name: text.project }), "School");
    await user.click(await screen.findByRole("option", { name: "School" }));
    await waitFor(() => expect(path()).toBe("/msproject/2"));
  });

  it("imports a first file: uploaded, previewed, and only then applied", async () => {
    let isThere = false;
    const { user, api } = await open("/msproject/1", {
      "GET /api/projects/{id}/schedule": () => ok(isThere ? schedule : null),
      "POST /api/projects/{id}/schedule/preview": () =>
        ok(aPreview({ added: tasks.map(({ uid, wbs, name }) => ({ uid, wbs, name })) })),
      "POST /api/projects/{id}/schedule": () => {
        isThere = true;
        return ok(schedule);
      },
    });
    expect(await screen.findByRole("heading", { name: text.empty })).toBeTruthy();
    await user.upload(field(), xml());
    expect(await screen.findByText("Topping out")).toBeTruthy();
    expect(api.calls("POST /api/projects/{id}/schedule")).toEqual([]);
    await user.click(screen.getByRole("button", { name: text.first }));
    await chart();
    expect(api.calls("POST /api/projects/{id}/schedule")[0]?.body).toEqual({ token: "preview-token" });
  });

  it("rejects a .mpp file at once, and shows the server's message for an unreadable one", async () => {
    const { user, api } = await open("/msproject/1", {
      "GET /api/projects/{id}/schedule": () => ok(null),
      "POST /api/projects/{id}/schedule/preview": () => refuse(422, "SCHEDULE_UNREADABLE", "No schedule."),
    });
    await screen.findByRole("heading", { name: text.empty });
    await user.upload(field(), xml("tower-b.mpp"));
    expect(await screen.findByText(text.mpp)).toBeTruthy();
    expect(api.calls("POST /api/projects/{id}/schedule/preview")).toEqual([]);
    await user.upload(field(), xml());
    expect(await screen.findByText(text.unreadable)).toBeTruthy();
  });

  it("shows the changes of a second file with old and new values, and tasks kept although they are gone", async () => {
    const { user } = await open("/msproject/1", {
      "POST /api/projects/{id}/schedule/preview": () =>
        ok(
          aPreview({
            unchanged: 2,
            changed: [
              {
                uid: 3,
                wbs: "1.2",
                name: "Slab",
                fields: [
                  { field: "finish", from: "2026-03-20 17:00", to: "2026-03-27 17:00" },
                  { field: "percent", from: "10%", to: "60%" },
                ],
              },
            ],
            removed: [{ uid: 2, wbs: "1.1", name: "Columns", is_kept: true }],
            warnings: [{ kind: "circle", uid: 3, detail: "3 → 4 → 3" }],
          }),
        ),
    });
    await chart();
    await user.click(screen.getByRole("button", { name: text.again }));
    await user.upload(field(), xml());
    await screen.findByRole("heading", { name: text.differ });
    const list = screen.getByRole("list", { name: text.differences });
    const [warning, removed, changed] = within(list).getAllByRole("listitem");
    expect(warning?.textContent).toContain("Slab → Topping out → Slab");
    expect(removed?.textContent).toContain(text.kept);
    expect(changed?.querySelectorAll("del")[1]?.textContent).toMatch(/^10[\s\u200e]*[%٪]/);
    expect(changed?.querySelectorAll("ins")[1]?.textContent).toMatch(/^60[\s\u200e]*[%٪]/);
    expect(changed?.querySelector("ins")?.textContent).toMatch(/27.*2026.*17:00/);
    await user.click(screen.getByRole("button", { name: text.removed }));
    expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  });

  it("compares the same file once more when the schedule was changed in the meantime", async () => {
    let tries = 0;
    const { user, api } = await open("/msproject/1", {
      "POST /api/projects/{id}/schedule/preview": () =>
        ok(aPreview({ token: `token-${tries}`, added: [{ uid: 20, wbs: "4", name: "Landscaping" }] })),
      "POST /api/projects/{id}/schedule": () => {
        tries += 1;
        return tries === 1 ? refuse(409, "CONFLICT", "Changed since.") : ok(schedule);
      },
    });
    await chart();
    await user.click(screen.getByRole("button", { name: text.again }));
    await user.upload(field(), xml());
    await user.click(await screen.findByRole("button", { name: text.apply }));
    expect(await screen.findByText(text.changedMeanwhile)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.apply }));
    await chart();
    expect(api.calls("POST /api/projects/{id}/schedule").map(({ body }) => body["token"])).toEqual([
      "token-0",
      "token-1",
    ]);
  });

  it("has nothing to apply where a file is identical", async () => {
    const { user } = await open("/msproject/1", {
      "POST /api/projects/{id}/schedule/preview": () => ok(aPreview({ unchanged: 5 })),
    });
    await chart();
    await user.click(screen.getByRole("button", { name: text.again }));
    await user.upload(field(), xml());
    expect(await screen.findByRole("heading", { name: text.same })).toBeTruthy();
    expect(screen.queryByRole("button", { name: text.apply })).toBeNull();
  });

  it("describes each row for screen readers: its level, dates, progress and lateness", async () => {
    await open("/msproject/1");
    await chart();
    const [, structure, , slab] = screen.getAllByRole("row");
    expect(structure?.getAttribute("aria-expanded")).toBe("true");
    expect(slab?.getAttribute("aria-level")).toBe("2");
    const bar =
      within(slab ?? document.body)
        .getAllByRole("gridcell")
        .at(-1)
        ?.getAttribute("aria-label") ?? "";
    expect(bar).toMatch(/2026/);
    expect(bar).toMatch(/10[\s\u200e]*[%٪]/);
    expect(bar).toMatch(/20[\s\u200e]*[%٪]/);
    expect(screen.getByText(text.behind)).toBeTruthy();
    expect(screen.getByRole("link", { name: text.progress }).getAttribute("href")).toBe("/progress/1");
    expect(screen.getByRole("link", { name: text.export }).getAttribute("href")).toBe(
      "/api/projects/1/schedule/export",
    );
  });

  test("collapses a summary by the arrow outwards, and remembers it", async () => {
    const { user } = await open("/msproject/1");
    const grid = await chart();
    grid.focus();
    await user.keyboard(language === "en" ? "{ArrowLeft}" : "{ArrowRight}");
    await waitFor(() => expect(names()).toEqual(["Structure", "Topping out", "Old stairs"]));
    await opened?.close();
    await open("/msproject/1");
    await chart();
    expect(names()).toEqual(["Structure", "Topping out", "Old stairs"]);
  });

  it("filters by late tasks and by search, with their ancestors", async () => {
    const { user } = await open("/msproject/1");
    await chart();
    await user.click(screen.getByRole("button", { name: text.late }));
    expect(names()).toEqual(["Structure", "Slab"]);
    await user.type(screen.getByRole("searchbox", { name: text.search }), "nothing");
    expect(await screen.findByText(text.missing)).toBeTruthy();
  });

  it("opens a task by Enter, records its progress, and undoes that", async () => {
    const { user, api } = await open("/msproject/1", {
      "PUT /api/projects/{id}/schedule/tasks/{task}": ({ body }) =>
        ok({ ...schedule, tasks: tasks.map((task) => (task.uid === 3 ? { ...task, ...body } : task)) }),
    });
    const grid = await chart();
    grid.focus();
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    const panel = await screen.findByRole("complementary", { name: "Slab" });
    expect(within(panel).getByText("Pour in two stages")).toBeTruthy();
    expect(within(panel).getByRole("region", { name: text.waits }).textContent).toContain("Columns");
    const figure = within(panel).getByRole("textbox", { name: text.percent });
    await user.clear(figure);
    await user.type(figure, "60");
    await user.tab();
    await user.click(within(panel).getByRole("button", { name: text.save }));
    await user.click(await screen.findByRole("button", { name: text.undo }));
    await waitFor(() =>
      expect(api.calls("PUT /api/projects/{id}/schedule/tasks/{task}").map(({ body }) => body)).toEqual([
        { percent: 60 },
        { percent: 10, actual_finish: null },
      ]),
    );
    await user.keyboard("{Escape}");
  });

  it("shows the server's error at the field", async () => {
    const { user } = await open("/msproject/1?task=3", {
      "PUT /api/projects/{id}/schedule/tasks/{task}": () =>
        refuse(422, "VALIDATION", "Please check the marked fields.", {
          actual_finish: ["schedules.finish_missing"],
        }),
    });
    const panel = await screen.findByRole("complementary", { name: "Slab" });
    const figure = within(panel).getByRole("textbox", { name: text.percent });
    await user.clear(figure);
    await user.type(figure, "100");
    await user.tab();
    await user.click(within(panel).getByRole("button", { name: text.save }));
    expect(await within(panel).findByText(text.finish)).toBeTruthy();
  });

  it("removes a task that is no longer in the file", async () => {
    const { user, api } = await open("/msproject/1?task=9", {
      "DELETE /api/projects/{id}/schedule/tasks/{task}": () =>
        ok({ ...schedule, tasks: tasks.filter(({ uid }) => uid !== 9) }),
    });
    const panel = await screen.findByRole("complementary", { name: "Old stairs" });
    expect(within(panel).queryByRole("textbox", { name: text.percent })).toBeNull();
    await user.click(within(panel).getByRole("button", { name: text.remove }));
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: text.remove }),
    );
    await waitFor(() => expect(names()).not.toContain("Old stairs"));
    expect(api.calls("DELETE /api/projects/{id}/schedule/tasks/{task}")).toHaveLength(1);
  });

  it("offers no changes to a user who may only view", async () => {
    await open("/msproject/1?task=3", {
      "GET /api/projects/{id}/schedule": () =>
        ok({ ...schedule, can: { edit: false, import: false, remove: false } }),
    });
    const panel = await screen.findByRole("complementary", { name: "Slab" });
    expect(within(panel).queryByRole("textbox", { name: text.percent })).toBeNull();
    expect(screen.queryByRole("button", { name: text.again })).toBeNull();
    expect(screen.getByRole("link", { name: text.export })).toBeTruthy();
  });
});
