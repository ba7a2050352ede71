import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import arMap from "#i18n/ar/sites/map.json" with { type: "json" };
import enMap from "#i18n/en/sites/map.json" with { type: "json" };
import { mayBegin } from "#test/people.ts";
import { type Answers, ok, type Received, refuse } from "#test/web/api-server.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";

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

const words = {
  en: {
    choose: (name: string) => `Choose ${name}`,
    chosen: "2 chosen",
    three: "3 chosen",
    star: "Star",
    starred: "2 projects starred",
    refused: "You do not have permission to perform this action.",
    table: "Table",
    map: "Map",
    nowhere: enMap.projects.empty,
    filters: "Filters",
    two: "Filters · 2",
    mine: "Mine",
    waiting: "Waiting",
    waitingChip: "Waiting for approval",
    clear: "Clear filters",
    noMatch: "No matches",
    guest: "No project yet",
    first: "Start with a project",
    newProject: "New Project",
    members: "4 members",
    inactive: "Inactive",
    isPublic: "Public",
    projects: "Projects",
    onHold: "On hold",
  },
  ar: {
    choose: (name: string) => `اختيار ${name}`,
    chosen: "اختير مشروعان",
    three: "اختير 3 مشاريع",
    star: "تمييز بنجمة",
    starred: "تم تمييز مشروعين بنجمة",
    refused: "ليست لديك صلاحية تنفيذ هذا الإجراء.",
    table: "جدول",
    map: "خريطة",
    nowhere: arMap.projects.empty,
    filters: "عوامل التصفية",
    two: "عوامل التصفية · 2",
    mine: "مشاريعي",
    waiting: "بالانتظار",
    waitingChip: "بانتظار الاعتماد",
    clear: "مسح عوامل التصفية",
    noMatch: "لا نتائج مطابقة",
    guest: "لا مشروع بعد",
    first: "ابدأ بمشروع",
    newProject: "مشروع جديد",
    members: "4 أعضاء",
    inactive: "غير نشط",
    isPublic: "عام",
    projects: "المشاريع",
    onHold: "متوقف",
  },
} as const;

describe.each(["en", "ar"] as const)("the list of projects in %s", (language) => {
  const it = inTurns(language);
  const text = words[language];
  const open = async (address = "/projects", more: Answers = {}, whose = person) => {
    opened = await openScreen(address, language, { ...answers, ...more }, whose);
    return opened;
  };
  const box = (name: string) => screen.findByRole("checkbox", { name: text.choose(name) });
  const asked = (api: { calls: (route: string) => Received[] }) =>
    Object.fromEntries(api.calls("GET /api/projects").at(-1)?.query ?? []);

  it("shows of each how it stands, of what kind it is and how many are on its team", async () => {
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

  it("asks for what its address says, and shows each filter to be taken off", async () => {
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

  it("narrows from its panel, counts the filters and writes them into the address", async () => {
    const { api, user } = await open();
    await screen.findAllByRole("article");
    expect(api.calls("GET /api/categories")).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: text.mine }));
    await user.click(screen.getByRole("button", { name: /·|^(Filters|عوامل)/ }));
    const panel = within(await screen.findByRole("dialog", { name: text.filters }));
    await user.click(await panel.findByRole("radio", { name: text.waiting }));
    await waitFor(() => expect(asked(api)).toMatchObject({ role: "owner", validated: "0" }));
    expect(location.search).toBe("?role=owner&validated=0");
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("button", { name: text.two })).toBeDefined();
    expect(screen.getByRole("button", { name: text.waitingChip })).toBeDefined();
    expect(api.calls("GET /api/categories")).toHaveLength(1);
  });

  it("stars those chosen with one call, a row of them with Shift", async () => {
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

  it("keeps them chosen when the server refuses, and lets them go with Escape", async () => {
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

  it("is chosen from by a finger that rests on a card, which then does not open it", async () => {
    const { path } = await open();
    const link = await screen.findByRole("link", { name: "Quay 7" });
    fireEvent.pointerDown(link, { pointerType: "touch", clientX: 10, clientY: 10 });
    await new Promise((resolve) => setTimeout(resolve, 600));
    fireEvent.pointerUp(link, { pointerType: "touch" });
    fireEvent.click(link);
    expect(((await box("Quay 7")) as HTMLInputElement).checked).toBe(true);
    expect(path()).toBe("/projects");
  });

  it("remembers that it was looked at as a table, from which a range is chosen, too", async () => {
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

  it("offers a project to whoever may begin one, and says so to whoever may not", async () => {
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

  it("says that nothing matches and takes the filters off on demand", async () => {
    const { api, user } = await open("/projects?starred=1", {
      "GET /api/projects": ({ query }) => listed(query.has("starred") ? [] : projects),
    });
    const none = within((await screen.findByText(text.noMatch)).parentElement as HTMLElement);
    await user.click(none.getByRole("button", { name: text.clear }));
    expect(await screen.findAllByRole("article")).toHaveLength(4);
    expect(asked(api)).not.toHaveProperty("starred");
  });

  it("looks at the same projects on the map, narrowed as they were", async () => {
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

  it("shows its last page where an address names one that is no more", async () => {
    const { api } = await open("/projects?page=9", {
      "GET /api/projects": ({ query }) => listed(query.get("page") === "2" ? projects : [], 28),
    });
    expect(await screen.findAllByRole("article")).toHaveLength(4);
    expect(asked(api)).toMatchObject({ page: "2" });
  });
});
