import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { Progress, ProgressEntry } from "#contract/progress.ts";
import { mayBegin } from "#test/people.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { createFormatter } from "#web/lib/format.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject, aRoom, aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  remember(storageKeys.progressProject, null);
});

const can = { view_visits: true, add_visit: true, view_snags: true };
const tower = aProject({ id: 1, name: "Tower B", can, last_visit_date: "2026-10-01T08:00:00.000Z" });
const school = aProject({ id: 2, name: "School", can });
const visits: Progress["visits"] = [
  {
    id: 3,
    code: "vst3333333",
    name: "Week 8",
    visit_date: "2026-09-01T08:00:00.000Z",
    room_count: 1,
    cover: null,
  },
  {
    id: 4,
    code: "vst4444444",
    name: "Week 12",
    visit_date: "2026-10-01T08:00:00.000Z",
    room_count: 1,
    cover: null,
  },
];
const state: Progress = {
  visits,
  floors: [
    {
      id_sheet: 7,
      name: "Ground floor",
      percent: 55,
      places: [{ place: "Lobby", percent: 40, on_date: "2026-09-30" }],
    },
    { id_sheet: 8, name: "Roof", percent: null, places: [] },
  ],
  percent: 55,
  curve: [
    { date: "2026-09-01", percent: 20 },
    { date: "2026-09-30", percent: 55 },
  ],
  snags: [{ week: "2026-09-28", opened: 3, closed: 1, open: 2 }],
  planned: null,
  can: { edit: true },
};
const entry: ProgressEntry = {
  id: 21,
  id_sheet: 7,
  place: "Lobby",
  percent: 40,
  on_date: "2026-09-30",
  note: "Tiles are laid",
  id_user: 1,
  user_name: "Site Office",
  can: { edit: true, delete: true },
};
const picture = aRoom().picture;
const room = (id: number, id_visit: number) =>
  aRoom({ id, id_room: id, id_visit, name: "Hall", picture: { ...picture, poster: `/p/${id}.webp` } });

const answers = (more: Answers = {}, progress: Partial<Progress> = {}): Answers => ({
  ...projectAnswers([school, tower]),
  "GET /api/projects/{id}/progress": () => ok({ ...state, ...progress }),
  "GET /api/projects/{id}/progress/entries": () => ok([entry]),
  "GET /api/visits/{id}": () => ok({ ...aVisit({ id: 4, code: "vst4444444" }), rooms: [room(9, 4)] }),
  "GET /api/viewer-timeline": () =>
    ok([
      {
        code: "vst3333333",
        visit: "Week 8",
        visit_date: visits[0]?.visit_date,
        id_room: 5,
        room: "Hall",
        north: 0,
        has_north: true,
        picture: room(5, 3).picture,
      },
      {
        code: "vst4444444",
        visit: "Week 12",
        visit_date: visits[1]?.visit_date,
        id_room: 9,
        room: "Hall",
        north: 0,
        has_north: true,
        picture: room(9, 4).picture,
      },
    ]),
  ...more,
});

/** The large figure; the same percentages are in rows and tables, too. */
const shown = () => screen.findByText(/^55[\s\u200e]*[%٪]/, { selector: "section > div > p span" });

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    project: t("progress.project"),
    compare: t("progress.compare"),
    update: t("progress.update_of", { name: "Lobby" }),
    percent: t("progress.percent_field"),
    save: t("progress.save"),
    undo: t("common.undo"),
    show: t("progress.history_show"),
    takeBack: new RegExp(`^${t("progress.remove_entry")}: Ground floor · Lobby`),
    tell: t("progress.tell"),
    first: t("progress.tell_first"),
    unknown: t("progress.unknown"),
    curve: t("progress.curve"),
    behind: t("progress.plan.behind", { percent: createFormatter(language).percent(0.03) }),
    against: t("progress.plan.chart"),
    schedule: t("progress.plan.open"),
    turns: t("progress.snags_turns"),
    range: t("progress.date_range"),
    oneVisit: t("progress.one_visit"),
    noSnags: t("progress.no_snags"),
    retry: t("common.retry"),
  };
};

describe.each(["en", "ar"] as const)("/progress in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (path: string, more: Answers = {}, progress: Partial<Progress> = {}) => {
    opened = await openScreen(path, language, answers(more, progress));
    return opened;
  };

  it("shows the project with the newest visit by default, adds it to the address, and remembers it", async () => {
    const { path } = await open("/progress");
    expect(await shown()).toBeTruthy();
    expect(path()).toBe("/progress/1");
    expect(recall(storageKeys.progressProject)).toBe("1");
    const field = screen.getByRole<HTMLInputElement>("combobox", { name: text.project });
    expect(field.value).toBe("Tower B");
  });

  it("opens the last viewed project, and another one from the list", async () => {
    remember(storageKeys.progressProject, "2");
    const { path, user, api } = await open("/progress");
    await shown();
    expect(path()).toBe("/progress/2");
    await user.clear(screen.getByRole("combobox", { name: text.project }));
    await user.type(screen.getByRole("combobox", { name: text.project }), "Tower");
    await user.click(await screen.findByRole("option", { name: "Tower B" }));
    await waitFor(() => expect(path()).toBe("/progress/1"));
    expect(api.calls("GET /api/projects/{id}/progress").length).toBeGreaterThan(1);
  });

  it("links two dates of one room to the viewer's comparison", async () => {
    await open("/progress/1");
    const link = await screen.findByRole("link", { name: text.compare });
    expect(link.getAttribute("href")).toBe("/viewer/vst3333333/5?compare=split&with=vst4444444-9&side=start");
  });

  it("adds a progress entry for a location, shows it, and undoes it", async () => {
    const { user, api } = await open("/progress/1", {
      "POST /api/progress-entries": ({ body }) => ok({ ...entry, id: 30, ...body }),
      "DELETE /api/progress-entries/{id}": () => ok({}),
    });
    await user.click(await screen.findByRole("button", { name: text.update }));
    const dialog = await screen.findByRole("dialog");
    const field = within(dialog).getByRole("textbox", { name: text.percent });
    await user.clear(field);
    await user.type(field, "60");
    await user.tab();
    await user.click(within(dialog).getByRole("button", { name: text.save }));
    await waitFor(() => expect(api.calls("POST /api/progress-entries")).toHaveLength(1));
    const [{ body } = { body: {} }] = api.calls("POST /api/progress-entries");
    expect(body).toMatchObject({ id_project: 1, id_sheet: 7, place: "Lobby", percent: 60 });
    await waitFor(() => expect(screen.queryByRole("dialog", { name: text.tell })).toBeNull());
    await user.click(await screen.findByRole("button", { name: text.undo }));
    await waitFor(() => expect(api.calls("DELETE /api/progress-entries/{id}")).toHaveLength(1));
  });

  it("shows the server's error at the field, and keeps the input", async () => {
    const { user } = await open("/progress/1", {
      "POST /api/progress-entries": () =>
        refuse(422, "VALIDATION", "Please check the marked fields.", { on_date: ["progress.date_range"] }),
    });
    await user.click(await screen.findByRole("button", { name: text.update }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.range)).toBeTruthy();
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  it("lists progress entries, and restores a deleted one", async () => {
    const { user, api } = await open("/progress/1", {
      "DELETE /api/progress-entries/{id}": () => ok({}),
      "POST /api/progress-entries": ({ body }) => ok({ ...entry, ...body }),
    });
    await user.click(await screen.findByRole("button", { name: text.show }));
    expect(await screen.findByText("Tiles are laid")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.takeBack }));
    await user.click(await screen.findByRole("button", { name: text.undo }));
    await waitFor(() =>
      expect(api.calls("POST /api/progress-entries").map(({ body }) => body)).toEqual([
        {
          id_project: 1,
          id_sheet: 7,
          place: "Lobby",
          percent: 40,
          on_date: "2026-09-30",
          note: "Tiles are laid",
        },
      ]),
    );
  });

  it("has the figures of every chart in a table", async () => {
    await open("/progress/1");
    const curve = within(await screen.findByRole("table", { name: text.curve })).getAllByRole("row");
    expect(curve.map((row) => row.textContent).join(" ")).toMatch(/20[\s\u200e]*[%٪].*55[\s\u200e]*[%٪]/);
    const turns = within(screen.getByRole("table", { name: text.turns })).getAllByRole("cell");
    expect(turns.map((cell) => cell.textContent)).toEqual(["3", "1"]);
    expect(screen.getByText(text.unknown)).toBeTruthy();
  });

  it("shows the deviation from the plan, with both lines as figures, and links permitted users to the schedule", async () => {
    const planned: Progress["planned"] = {
      percent: 23,
      told_percent: 20,
      start: "2026-09-01",
      finish: "2026-12-01",
      curve: [
        { date: "2026-09-01", percent: 0 },
        { date: "2026-12-01", percent: 100 },
      ],
      told: [{ date: "2026-09-20", percent: 20 }],
    };
    await open("/progress/1?until=2026-09-20", {}, { planned });
    expect(await screen.findByText(text.behind)).toBeTruthy();
    const cells = within(screen.getByRole("table", { name: text.against })).getAllByRole("cell");
    // Day by day: planned, recorded.
    const figures = cells.map(({ textContent }) => textContent.replaceAll(/\D/g, ""));
    expect(figures).toEqual(["0", "", "21", "20", "100", ""]);
    expect(screen.queryByRole("link", { name: text.schedule })).toBeNull();
    await opened?.close();
    const whose = { ...person, can: mayBegin({ ms_project: true }) };
    opened = await openScreen("/progress/1", language, answers({}, { planned }), whose);
    const link = await screen.findByRole("link", { name: text.schedule });
    expect(link.getAttribute("href")).toBe("/msproject/1");
  });

  it("offers no changes without the permission, and explains the first steps", async () => {
    await open("/progress/1", {}, { can: { edit: false }, snags: [], visits: visits.slice(0, 1) });
    expect(await screen.findByText(text.oneVisit)).toBeTruthy();
    expect(screen.getByText(text.noSnags)).toBeTruthy();
    expect(screen.queryByRole("button", { name: text.tell })).toBeNull();
    expect(screen.queryByRole("button", { name: text.update })).toBeNull();
    await opened?.close();
    await open("/progress/1", {}, { percent: null, curve: [], floors: [], snags: null, visits: [] });
    // One in place of the figure, one at the floors.
    expect(await screen.findByRole("button", { name: text.first })).toBeTruthy();
    expect(screen.getByRole("button", { name: text.tell })).toBeTruthy();
    expect(screen.queryByText(text.noSnags)).toBeNull();
  });

  it("says why it could not load, and retries", async () => {
    let isDown = true;
    const { user } = await open("/progress/1", {
      "GET /api/projects/{id}/progress": () =>
        isDown ? refuse(503, "UNAVAILABLE", "The service is temporarily unavailable.") : ok(state),
    });
    const alert = await screen.findByRole("alert");
    isDown = false;
    await user.click(within(alert).getByRole("button", { name: text.retry }));
    expect(await shown()).toBeTruthy();
  });
});

describe("/progress", () => {
  it("requests the progress as of the day in the address", async () => {
    opened = await openScreen("/progress/1?until=2026-09-15", "en", answers(), person);
    await shown();
    expect(opened.api.calls("GET /api/projects/{id}/progress")[0]?.query.get("until")).toBe("2026-09-15");
  });
});
