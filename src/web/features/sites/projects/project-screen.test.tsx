import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { Project, ProjectActivity } from "#contract/projects.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aProject, aRoom, aVisit } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";

// jsdom has no layout to watch.
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
);

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  remember(storageKeys.projectLooks, null);
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const visits = [
  aVisit({ id: 3, code: "vst3333333", name: "Week 12", visit_date: daysAgo(3), room_count: 2 }),
  aVisit({ id: 2, code: "vst2222222", name: "Week 8", visit_date: daysAgo(40), room_count: 2 }),
];
const surveyTeam = { id_user: 9, name: "Survey Team", code: "usr9999999", avatar: null };
const entry = (id: number, more: Partial<ProjectActivity>): ProjectActivity => ({
  id,
  action: "visit.created",
  subject: { kind: "visit", id: 3, name: "Week 12" },
  changed: [],
  details: {},
  who: surveyTeam,
  created_at: daysAgo(1),
  ...more,
});

const page = (items: unknown[]) => ok({ items, total: items.length, page: 1, per_page: 100 });
const answersFor = (project: Project, more: Answers = {}): Answers => ({
  "GET /api/projects/{id}": () => ok(project),
  "GET /api/projects/{id}/activity": () =>
    ok({
      items: [
        entry(8, { action: "project.status_changed", details: { from: "Design", to: "On_Hold" } }),
        entry(7, {}),
      ],
      has_more: false,
    }),
  "GET /api/visits": () => page(visits),
  "GET /api/visits/{id}": () => ok({ ...visits[0], rooms: [aRoom({ id: 5, id_room: 5, name: "hall" })] }),
  "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
  "PUT /api/projects/{id}": ({ body }) => ok({ ...project, ...body }),
  ...more,
});

function wordsIn(language: Language) {
  const t = says(language);
  const judged = t("projects.cockpit.freshness.judged", {
    ago: 1,
    freshness: t("projects.cockpit.freshness.judged_as.fresh"),
  });
  return {
    visitsTitle: t("projects.timeline"),
    sections: t("projects.cockpit.sections"),
    newVisit: t("projects.new_visit"),
    newVisitEntry: t("projects.new_visit"),
    create: t("shell.top_bar.create"),
    walk: t("projects.cockpit.walk"),
    line: t("projects.cockpit.timeline.ribbon"),
    rooms: t("projects.cockpit.rooms.title"),
    walkRoom: t("projects.cockpit.rooms.open", { name: "hall" }),
    facts: t("projects.cockpit.facts.title"),
    place: t("projects.cockpit.place.title"),
    activity: t("projects.cockpit.activity.title"),
    onHold: t("projects.statuses.On_Hold"),
    change: t("projects.cockpit.change_status", { status: t("projects.statuses.Design") }),
    saidHold: t("projects.cockpit.status_changed", { status: t("projects.statuses.On_Hold") }),
    undo: t("common.undo"),
    statusSentence: saying(language)("projects.cockpit.activity.does.project.status_changed", {
      who: "\u2068Survey Team\u2069",
      from: t("projects.statuses.Design"),
      to: t("projects.statuses.On_Hold"),
    }),
    nothingNew: new RegExp(
      `^${t("projects.cockpit.news.nothing", { ago: 1 }).split("1")[0]?.replaceAll("(", "\\(")}`,
    ),
    news: t("projects.cockpit.news.title"),
    retry: t("common.retry"),
    failed: t("errors.code.UNAVAILABLE"),
    waiting: t("projects.cockpit.waiting_title"),
    approve: t("projects.cockpit.approve"),
    inactive: t("projects.cockpit.inactive_title"),
    activate: t("projects.cockpit.activate"),
    visitor: saying(language)("projects.cockpit.visitor_text"),
    more: t("projects.cockpit.menu"),
    showcase: t("projects.cockpit.open_showcase"),
    remove: t("projects.delete"),
    everything: t("projects.cockpit.activity.all"),
    visitsOnly: t("projects.cockpit.activity.kinds.visit"),
    showMore: t("projects.cockpit.activity.more"),
    judged: new RegExp(`^${judged.replaceAll(/[()]/g, "\\$&").replace("1", ".*")}$`),
    noVisits: t("projects.no_visits_title"),
  };
}

describe.each(["en", "ar"] as const)("the cockpit of a project in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (project: Project, more: Answers = {}, path = "/project/1") => {
    opened = await openScreen(path, language, answersFor(project, more));
    return opened;
  };
  const card = async (title: string) => {
    const heading = await screen.findByRole("heading", { level: 2, name: title });
    const section = heading.closest("section");
    if (section === null) throw new Error(`${title} is no panel`);
    return within(section);
  };

  it("shows the visits first, and its sections in one row", async () => {
    await open(aProject({ can: { ...aProject().can, view_snags: true } }));
    const visitsPart = await screen.findByRole("heading", { level: 2, name: text.visitsTitle });
    const rooms = await screen.findByRole("heading", { level: 2, name: text.rooms });
    expect(visitsPart.compareDocumentPosition(rooms)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const bar = within(await screen.findByRole("navigation", { name: text.sections }));
    const links = bar.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links.slice(0, 2)).toEqual(["#visits", "#rooms"]);
    expect(links.filter((link) => document.querySelector(link ?? "") === null)).toEqual([]);
  });

  it("has one primary button: to view the newest visit, or to add one where there is none", async () => {
    const main = () =>
      [...document.querySelectorAll("main header a, main header button")].filter(({ className }) =>
        className.split(" ").includes("bg-accent"),
      );
    await open(aProject({ cover: "/cover.webp" }));
    await screen.findByRole("link", { name: text.walk });
    expect(main().map(({ textContent }) => textContent)).toEqual([text.walk]);
    await opened?.close();
    await open(aProject({ visit_count: 0 }), { "GET /api/visits": () => page([]) });
    await screen.findByText(text.noVisits);
    expect(main().map(({ textContent }) => textContent)).toEqual([text.newVisit]);
  });

  it("preselects this project for what is created from the header", async () => {
    const { user } = await open(aProject(), { "GET /api/projects": () => page([aProject()]) });
    await screen.findByRole("heading", { level: 1, name: "Tower B" });
    await user.click(screen.getByRole("button", { name: text.create }));
    await user.click(await screen.findByRole("menuitem", { name: text.newVisitEntry }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByDisplayValue("Tower B")).toBeTruthy();
  });

  it("preselects this project also for what is created while the page loads", async () => {
    const loading = Promise.withResolvers<void>();
    const { user } = await open(aProject(), {
      "GET /api/projects/{id}": async () => {
        await loading.promise;
        return ok(aProject());
      },
      "GET /api/projects": () => page([aProject()]),
    });
    await user.click(await screen.findByRole("button", { name: text.create }));
    await user.click(await screen.findByRole("menuitem", { name: text.newVisitEntry }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(screen.queryByRole("heading", { level: 1, name: "Tower B", hidden: true })).toBeNull();
    loading.resolve();
    expect(await dialog.findByDisplayValue("Tower B")).toBeTruthy();
  });

  it("opens by number and by code", async () => {
    for (const path of ["/project/1", "/project/prj2345678"]) {
      const { api } = await open(aProject(), {}, path);
      expect(await screen.findByRole("heading", { level: 1, name: "Tower B" })).toBeTruthy();
      expect(api.calls("GET /api/projects/{id}")).toHaveLength(1);
      await opened?.close();
    }
  });

  it("links to the newest visit, to each visit on the timeline and to each of its rooms", async () => {
    await open(aProject({ cover: "/cover.webp", last_visit_date: daysAgo(3) }));
    const walk = await screen.findByRole("link", { name: text.walk });
    expect(walk.getAttribute("href")).toBe("/viewer/vst3333333");
    const line = within(await screen.findByRole("navigation", { name: text.line }));
    const dots = line.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(dots).toEqual(["/viewer/vst3333333", "/viewer/vst2222222"]);
    const room = await screen.findByRole("link", { name: text.walkRoom });
    expect(room.getAttribute("href")).toBe("/viewer/vst3333333/5");
  });

  it("labels the age of the newest photo, except on a site where work is paused", async () => {
    await open(aProject({ last_visit_date: daysAgo(3) }));
    expect(await screen.findByText(text.judged)).toBeTruthy();
    await opened?.close();
    await open(aProject({ last_visit_date: daysAgo(3), status: "On_Hold" }));
    await screen.findByRole("heading", { level: 1, name: "Tower B" });
    expect(screen.queryByText(text.judged)).toBeNull();
  });

  it("is shown although one of its panels fails to load, which can be retried separately", async () => {
    let isBroken = true;
    const { api, user } = await open(aProject(), {
      "GET /api/projects/{id}/activity": () =>
        isBroken
          ? refuse(503, "UNAVAILABLE", "The service is temporarily unavailable.")
          : ok({ items: [entry(7, {})], has_more: false }),
    });
    expect(await screen.findByRole("link", { name: text.walkRoom })).toBeTruthy();
    const log = await card(text.activity);
    expect(await log.findByText(text.failed)).toBeTruthy();
    expect(await card(text.facts)).toBeTruthy();
    const visitCalls = api.calls("GET /api/visits").length;
    isBroken = false;
    await user.click(log.getByRole("button", { name: text.retry }));
    expect(await log.findByText(/Week 12/)).toBeTruthy();
    expect(api.calls("GET /api/visits")).toHaveLength(visitCalls);
  });

  it("changes the status in place, shows it at once, and reverts it by undo", async () => {
    const { api, user } = await open(aProject());
    await user.click(await screen.findByRole("button", { name: text.change }));
    await user.click(await screen.findByRole("menuitemradio", { name: text.onHold }));
    await waitFor(() =>
      expect(api.calls("PUT /api/projects/{id}").at(-1)?.body).toEqual({ status: "On_Hold" }),
    );
    const toast = await screen.findByRole("alertdialog", { name: text.saidHold });
    await user.click(within(toast).getByRole("button", { name: text.undo }));
    await waitFor(() =>
      expect(api.calls("PUT /api/projects/{id}").at(-1)?.body).toEqual({ status: "Design" }),
    );
  });

  it("reverts the status when the server rejects it", async () => {
    const { user } = await open(aProject(), {
      "PUT /api/projects/{id}": () =>
        refuse(403, "PROJECT_EDIT_DENIED", "You do not have permission to edit this project."),
    });
    await user.click(await screen.findByRole("button", { name: text.change }));
    await user.click(await screen.findByRole("menuitemradio", { name: text.onHold }));
    await screen.findByRole("alertdialog");
    expect(await screen.findByRole("button", { name: text.change })).toBeTruthy();
  });

  it("offers no change of the status without the permission", async () => {
    await open(aProject({ can: { view: true, view_visits: true, follow: true } }));
    await screen.findByRole("heading", { level: 1, name: "Tower B" });
    expect(screen.queryByRole("button", { name: text.change })).toBeNull();
  });

  it("shows the activity log as sentences, by kind and page by page", async () => {
    const { api, user } = await open(aProject(), {
      "GET /api/projects/{id}/activity": ({ query }) =>
        query.get("before") === null
          ? ok({
              items: [
                entry(8, { action: "project.status_changed", details: { from: "Design", to: "On_Hold" } }),
              ],
              has_more: true,
            })
          : ok({ items: [entry(7, {})], has_more: false }),
    });
    const log = await card(text.activity);
    expect(await log.findByText(text.statusSentence)).toBeTruthy();
    await user.click(log.getByRole("button", { name: text.showMore }));
    expect(await log.findByText(/Week 12/)).toBeTruthy();
    expect(api.calls("GET /api/projects/{id}/activity").at(-1)?.query.get("before")).toBe("8");
    await user.click(log.getByRole("button", { name: text.everything }));
    await user.click(await screen.findByRole("menuitemradio", { name: text.visitsOnly }));
    await waitFor(() =>
      expect(api.calls("GET /api/projects/{id}/activity").at(-1)?.query.get("kind")).toBe("visit"),
    );
  });

  it("shows others' changes since the last page view in this browser, and nothing on the first one", async () => {
    await open(aProject());
    await card(text.activity);
    expect(screen.queryByRole("heading", { name: text.news })).toBeNull();
    expect(JSON.parse(recall(storageKeys.projectLooks) ?? "{}")).toHaveProperty(`${person.id}/1`);
    await opened?.close();

    const looked = (days: number) =>
      remember(
        storageKeys.projectLooks,
        JSON.stringify({ [`${person.id}/1`]: { since: null, seen: daysAgo(days) } }),
      );
    looked(2);
    await open(aProject());
    const news = await card(text.news);
    expect(news.getByText(text.statusSentence)).toBeTruthy();
    await opened?.close();

    looked(0.5);
    await open(aProject());
    expect(await screen.findByText(text.nothingNew)).toBeTruthy();
  });

  it("says why the project is blocked, and lets permitted users resolve that at once", async () => {
    let project = aProject({
      active: false,
      validated: false,
      can: { ...aProject().can, validate: true, add_visit: false },
    });
    const become = (change: Partial<Project>) => {
      project = { ...project, ...change };
      return ok(project);
    };
    const { user } = await open(project, {
      "GET /api/projects/{id}": () => ok(project),
      "PUT /api/projects/validate/{id}": () => become({ validated: true }),
      "PUT /api/projects/activate/{id}": () => become({ active: true }),
    });
    expect(await screen.findByText(text.waiting)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.approve }));
    await waitFor(() => expect(screen.queryByText(text.waiting)).toBeNull());
    expect(screen.getByText(text.inactive)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.activate }));
    await waitFor(() => expect(screen.queryByText(text.inactive)).toBeNull());
  });

  it("shows a visitor of a public project facts, location and the public page, and requests nothing else", async () => {
    const { api, user } = await open(
      aProject({ role: null, is_public: true, can: { view: true, follow: false, view_visits: false } }),
    );
    expect(await screen.findByText(text.visitor)).toBeTruthy();
    expect(await card(text.facts)).toBeTruthy();
    expect(await card(text.place)).toBeTruthy();
    for (const title of [text.activity, text.rooms])
      expect(screen.queryByRole("heading", { level: 2, name: title })).toBeNull();
    const showcase = screen.getByRole("link", { name: text.showcase });
    expect(showcase.getAttribute("href")).toBe("/showcase/prj2345678");
    await user.click(screen.getByRole("button", { name: text.more }));
    expect(await screen.findByRole("menuitem", { name: text.showcase })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: text.remove })).toBeNull();
    for (const route of ["GET /api/visits", "GET /api/projects/{id}/activity", "GET /api/visits/{id}"])
      expect(api.calls(route)).toEqual([]);
  });

  it("explains what to do while there is no visit", async () => {
    await open(aProject({ visit_count: 0 }), { "GET /api/visits": () => page([]) });
    expect(await screen.findByText(text.noVisits)).toBeTruthy();
    expect(screen.queryByRole("heading", { level: 2, name: text.rooms })).toBeNull();
  });

  it("leads to the list of projects when it is deleted, after a confirmation with its name", async () => {
    const { user, path, api } = await open(aProject(), { "DELETE /api/projects/{id}": () => ok({}) });
    await user.click(await screen.findByRole("button", { name: text.more }));
    await user.click(await screen.findByRole("menuitem", { name: text.remove }));
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain("Tower B");
    await user.click(within(question).getByRole("button", { name: text.remove }));
    await waitFor(() => expect(path()).toBe("/projects"));
    expect(api.calls("DELETE /api/projects/{id}")).toHaveLength(1);
  });
});
