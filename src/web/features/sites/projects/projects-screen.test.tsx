import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { mayBegin } from "#test/people.ts";
import { type Answers, ok, type Received, refuse } from "#test/web/api-server.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const names = ["Quay 7", "Tower B", "Villa 3", "Depot"];
const projects = names.map((name, at) => aProject({ id: at + 1, name, member_count: at + 1 }));
const listed = (items: unknown[], total = items.length) => ok({ items, total, page: 1, per_page: 24 });

const answers: Answers = {
  "GET /api/projects": () => listed(projects),
  "GET /api/categories": () => ok([{ id: 5, id_category: 5, name: "Housing", project_count: 1 }]),
  "GET /api/project-types": () => ok([{ id: 2, id_type: 2, name: "Hospital", project_count: 1 }]),
  "PUT /api/projects/bulk-star": ({ body }) =>
    ok({ project_ids: body["project_ids"], starred: body["starred"] === 1 }),
};

function wordsIn(language: Language) {
  const t = says(language);
  return {
    choose: (name: string) => t("projects.choose", { name }),
    chosen: t("projects.bulk.count", { count: 2 }),
    three: t("projects.bulk.count", { count: 3 }),
    star: t("common.star"),
    starred: t("projects.bulk.starred", { count: 2 }),
    refused: t("errors.code.FORBIDDEN"),
    table: t("common.view_table"),
    map: t("common.view_map"),
    nowhere: t("map.projects.empty"),
    filters: t("projects.filters.title"),
    two: t("projects.filters.active_count", { count: 2 }),
    mine: t("projects.filters.mine"),
    waiting: t("projects.filters.waiting"),
    waitingChip: t("projects.not_validated"),
    clear: t("common.clear_filters"),
    noMatch: t("common.no_match_title"),
    guest: t("projects.empty_guest_title"),
    first: t("projects.empty_title"),
    newProject: t("projects.new"),
    members: t("projects.members", { count: 4 }),
    inactive: t("projects.inactive"),
    isPublic: t("projects.public"),
    projects: t("projects.title"),
    onHold: t("projects.statuses.On_Hold"),
  };
}

describe.each(["en", "ar"] as const)("the list of projects in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (address = "/projects", more: Answers = {}, whose = person) => {
    opened = await openScreen(address, language, { ...answers, ...more }, whose);
    return opened;
  };
  const box = (name: string) => screen.findByRole("checkbox", { name: text.choose(name) });
  const asked = (api: { calls: (route: string) => Received[] }) =>
    Object.fromEntries(api.calls("GET /api/projects").at(-1)?.query ?? []);

  it("shows the status, type and team size of each", async () => {
    const change = { type: { id: 2, id_type: 2, name: "Hospital" }, is_public: true, active: false };
    await open("/projects", {
      "GET /api/projects": () => listed([aProject({ ...change, member_count: 4 })]),
    });
    const card = within(await screen.findByRole("article"));
    expect(card.getByText("Hospital")).toBeDefined();
    expect(card.getByText(text.members)).toBeDefined();
    expect(card.getByText(text.inactive)).toBeDefined();
    expect(card.getByText(text.isPublic)).toBeDefined();
  });

  it("requests what is in its address, and shows each filter as removable", async () => {
    const { api, user } = await open(
      "/projects?status=On_Hold&role=manager&validated=0&id_category=5&search=villa&page=2",
      { "GET /api/projects": () => listed(projects, 60) },
    );
    await screen.findAllByRole("article");
    expect(asked(api)).toMatchObject({
      status: "On_Hold",
      role: "manager",
      validated: "0",
      id_category: "5",
      search: "villa",
      page: "2",
    });
    await user.click(await screen.findByRole("button", { name: "Housing" }));
    await waitFor(() => expect(asked(api)).not.toHaveProperty("id_category"));
    expect(asked(api)).toMatchObject({ status: "On_Hold", page: "1" });
    await user.click(screen.getByRole("button", { name: text.clear }));
    await waitFor(() =>
      expect(asked(api)).toEqual({ page: "1", per_page: "24", search: "villa", sort: "updated" }),
    );
  });

  it("filters by its panel, counts the filters and writes them into the address", async () => {
    const { api, user } = await open();
    await screen.findAllByRole("article");
    expect(api.calls("GET /api/categories")).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: text.mine }));
    await user.click(screen.getByRole("button", { name: new RegExp(`·|^${text.filters}`) }));
    const panel = within(await screen.findByRole("dialog", { name: text.filters }));
    await user.click(await panel.findByRole("radio", { name: text.waiting }));
    await waitFor(() => expect(asked(api)).toMatchObject({ role: "owner", validated: "0" }));
    expect(location.search).toBe("?role=owner&validated=0");
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("button", { name: text.two })).toBeDefined();
    expect(screen.getByRole("button", { name: text.waitingChip })).toBeDefined();
    expect(api.calls("GET /api/categories")).toHaveLength(1);
  });

  it("stars the selected ones with one call, a range of them with Shift", async () => {
    const { api, user } = await open();
    await user.click(await box("Quay 7"));
    await user.keyboard("{Shift>}");
    await user.click(await box("Villa 3"));
    await user.keyboard("{/Shift}");
    expect(await screen.findByText(text.three)).toBeDefined();
    await user.click(await box("Tower B"));
    expect(await screen.findByText(text.chosen)).toBeDefined();
    const bar = within(screen.getByRole("toolbar"));
    await user.click(bar.getByRole("button", { name: text.star }));
    expect(await screen.findByText(text.starred)).toBeDefined();
    expect(api.calls("PUT /api/projects/bulk-star").map(({ body }) => body)).toEqual([
      { project_ids: [1, 3], starred: 1 },
    ]);
    expect(screen.queryByRole("toolbar")).toBeNull();
  });

  it("keeps the selection when the server refuses, and clears it on Escape", async () => {
    const { user } = await open("/projects", {
      "PUT /api/projects/bulk-star": () => refuse(403, "FORBIDDEN", ""),
    });
    await user.click(await box("Quay 7"));
    await user.click(await box("Depot"));
    await user.click(within(await screen.findByRole("toolbar")).getByRole("button", { name: text.star }));
    expect(await screen.findByText(text.refused)).toBeDefined();
    expect(screen.getByText(text.chosen)).toBeDefined();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("toolbar")).toBeNull());
  });

  it("is selected from by a long press on a card, which then does not open", async () => {
    const { path } = await open();
    const link = await screen.findByRole("link", { name: "Quay 7" });
    fireEvent.pointerDown(link, { pointerType: "touch", clientX: 10, clientY: 10 });
    await new Promise((resolve) => setTimeout(resolve, 600));
    fireEvent.pointerUp(link, { pointerType: "touch" });
    fireEvent.click(link);
    expect(((await box("Quay 7")) as HTMLInputElement).checked).toBe(true);
    expect(path()).toBe("/projects");
  });

  it("remembers the table view, in which a range is selectable, too", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("radio", { name: text.table }));
    const table = within(await screen.findByRole("grid", { name: text.projects }));
    expect(recall(storageKeys.projectsView)).toBe("table");
    const boxes = () => table.getAllByRole("checkbox");
    await user.click(boxes()[1] ?? document.body);
    await user.keyboard("{Shift>}");
    await user.click(boxes()[3] ?? document.body);
    await user.keyboard("{/Shift}");
    expect(await screen.findByText(text.three)).toBeDefined();
    await opened?.close();
    await open();
    expect(await screen.findByRole("grid", { name: text.projects })).toBeDefined();
  });

  it("offers to create a project to permitted users, and explains it to others", async () => {
    const list = Promise.withResolvers<ReturnType<typeof listed>>();
    await open("/projects", { "GET /api/projects": () => list.promise });
    expect(await screen.findByRole("heading", { level: 1, name: text.projects })).toBeDefined();
    const early = screen.getByRole("button", { name: text.newProject });
    expect(early.closest(".invisible"), "it would go away again").not.toBeNull();
    list.resolve(listed([]));
    expect(await screen.findByText(text.first)).toBeDefined();
    expect(screen.getAllByRole("button", { name: text.newProject })).toHaveLength(1);
    await opened?.close();
    const guest = { ...person, can: mayBegin({ create_project: false }) };
    await open("/projects", { "GET /api/projects": () => listed([]) }, guest);
    expect(await screen.findByText(text.guest)).toBeDefined();
    expect(screen.queryByRole("button", { name: text.newProject })).toBeNull();
  });

  it("says that nothing matches and clears the filters on demand", async () => {
    const { api, user } = await open("/projects?starred=1", {
      "GET /api/projects": ({ query }) => listed(query.has("starred") ? [] : projects),
    });
    const none = within((await screen.findByText(text.noMatch)).parentElement as HTMLElement);
    await user.click(none.getByRole("button", { name: text.clear }));
    expect(await screen.findAllByRole("article")).toHaveLength(4);
    expect(asked(api)).not.toHaveProperty("starred");
  });

  it("shows the same projects on the map, with the same filters", async () => {
    const { api, user } = await open("/projects?status=On_Hold&page=1", {
      "GET /api/projects/map": () => ok({ points: [], left_out: 0, without_place: 4 }),
    });
    await user.click(await screen.findByRole("radio", { name: text.map }));
    expect(await screen.findByText(text.nowhere)).toBeDefined();
    expect(Object.fromEntries(api.calls("GET /api/projects/map")[0]?.query ?? [])).toEqual({
      status: "On_Hold",
    });
    expect(location.search).toContain("view=map");
    expect(recall(storageKeys.projectsView)).toBe("map");
  });

  it("shows its last page where an address names one that no longer exists", async () => {
    const { api } = await open("/projects?page=9", {
      "GET /api/projects": ({ query }) => listed(query.get("page") === "2" ? projects : [], 28),
    });
    expect(await screen.findAllByRole("article")).toHaveLength(4);
    expect(asked(api)).toMatchObject({ page: "2" });
  });
});
