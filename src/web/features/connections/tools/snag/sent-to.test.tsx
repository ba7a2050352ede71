import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { SnagLink, SnagLinkEntry } from "#contract/tools.ts";
import { mayBegin } from "#test/people.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";
import { aLink, aProjectTool } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const wordsIn = (language: Language) => {
  const t = says(language);
  const part = saying(language);
  const tool = "Trello";
  return {
    part: t("tools.sent.title"),
    send: t("tools.sent.send_to", { tool }),
    sent: t("tools.sent.sent", { number: 11, tool }),
    waiting: t("tools.states.waiting"),
    gone: part("tools.sent.gone_text", { tool }),
    again: t("tools.sent.send_again"),
    show: t("tools.log.show"),
    moved: t("tools.log.in.status_from", { tool, from: "To Do", to: "Doing" }),
    created: t("tools.log.out.created", { tool }),
    stood: t("tools.log.in.conflict", { to: t("snags.statuses.in_work"), from: "Done" }),
    none: part("tools.sent.no_board", { tool, project: "Tower B" }),
    choose: t("tools.sent.choose_board"),
    chooseSnag: (number: number) => t("snags.bulk.choose", { number }),
    actions: t("tools.links.actions_of", { number: 11 }),
    unlink: t("tools.links.unlink"),
    bulk: t("tools.bulk.send"),
    bulkSent: t("tools.bulk.sent", { count: 2, tool }),
    bulkFailed: t("tools.bulk.failed"),
    boardFirst: t("tools.bulk.board_first"),
    panel: t("tools.panel.title"),
    connectTo: t("tools.panel.add", { tool: "ClickUp" }),
    cards: t("tools.projects.cards", { count: 2 }),
  };
};

/** Written out: another feature's test helpers are private. */
const aSnag = (id: number, title: string, edit = true) => ({
  id,
  id_annotation: id,
  number: id,
  guid: "0b3c2f0a-1111-4222-8333-444455556666",
  id_project: 1,
  project: "Tower B",
  id_visit: null,
  visit: null,
  visit_code: null,
  id_room: null,
  room: null,
  title,
  text: "",
  status: "open",
  priority: "normal",
  trade: "",
  assignee: null,
  invited: null,
  crew: null,
  dispute: "",
  due_date: null,
  is_overdue: false,
  yaw: null,
  pitch: null,
  fov: null,
  id_sheet: null,
  sheet: null,
  x: null,
  y: null,
  thumbnail: null,
  author: null,
  photos: [],
  comment_count: 0,
  version: 1,
  created_at: "2026-11-02T08:00:00.000Z",
  updated_at: "2026-11-02T08:00:00.000Z",
  closed_at: null,
  can: { view: true, edit, answer: edit, comment: edit, delete: edit },
});

const entry = (change: Partial<SnagLinkEntry>): SnagLinkEntry => ({
  id: 1,
  tool: "trello",
  direction: "out",
  action: "created",
  from: "",
  to: "",
  created_at: "2026-11-03T08:00:00.000Z",
  ...change,
});

interface Told {
  readonly links: readonly SnagLink[];
  readonly log: readonly SnagLinkEntry[];
  readonly offers: readonly { tool: string; board: string }[];
}

const nothing: Told = { links: [], log: [], offers: [] };
const mine = { ...person, can: mayBegin({ trello: true, clickup: true }) };
const snags = [aSnag(11, "Crack above the window"), aSnag(12, "Loose tile")];
const page = (items: readonly unknown[]) =>
  ok({ items, total: items.length, page: 1, per_page: 50, counts: {} });

function keeper(told: Told, of = snags): Answers {
  let now = told;
  return {
    "GET /api/annotations": () => page(of),
    "GET /api/annotations/choices": () => ok({ people: [], trades: [] }),
    "GET /api/annotations/11": () => ok(of[0]),
    "GET /api/annotations/11/comments": () => ok([]),
    "GET /api/projects": () => page([aProject({ can: { ...aProject().can, view_snags: true } })]),
    "GET /api/maps": () => ok([]),
    "GET /api/annotations/11/tools": () => ok(now),
    "POST /api/annotations/11/tools/trello": () => {
      const link = aLink({ state: "waiting", url: null, remote_status: "", synced_at: null });
      now = { links: [link], log: [], offers: [] };
      return ok(link);
    },
    "GET /api/projects/1/tools": () => ok([aProjectTool()]),
    "POST /api/tools/trello/annotations": ({ body }) => ok({ sent: (body["ids"] as number[]).length }),
  };
}

describe.each(["en", "ar"] as const)("destinations of a snag in %s", (language) => {
  const it = inTurns(language);
  const t = wordsIn(language);
  const open = async (path: string, answers: Answers, whose = mine) => {
    opened = await openScreen(path, language, answers, whose);
    return opened;
  };
  const part = async () => within((await screen.findByText(t.part)).closest("section") ?? document.body);

  it("offer the project's board, and show at once that it is being sent", async () => {
    const offers = [{ tool: "trello", board: "Site board" }];
    const { user, api } = await open("/snags/11?view=list", keeper({ ...nothing, offers }));
    await user.click((await part()).getByRole("button", { name: t.send }));
    await screen.findByText(t.sent);
    await (await part()).findByText(t.waiting);
    expect(api.calls("POST /api/annotations/11/tools/trello")).toHaveLength(1);
    expect((await part()).queryByRole("button", { name: t.send })).toBeNull();
  });

  it("show the sync history on request", async () => {
    const log = [
      entry({ id: 3, direction: "in", action: "conflict", from: "Done", to: "in_work" }),
      entry({ id: 2, direction: "in", action: "status", from: "To Do", to: "Doing" }),
      entry({ id: 1 }),
    ];
    const { user } = await open("/snags/11?view=list", keeper({ ...nothing, links: [aLink()], log }));
    const inside = await part();
    expect(inside.queryByText(t.moved)).toBeNull();
    await user.click(inside.getByRole("button", { name: t.show }));
    inside.getByText(t.stood);
    inside.getByText(t.moved);
    inside.getByText(t.created);
  });

  it("offer a new card in place of one that was deleted there", async () => {
    const told = {
      ...nothing,
      links: [aLink({ state: "gone" })],
      offers: [{ tool: "trello", board: "Site board" }],
    };
    const { user } = await open("/snags/11?view=list", keeper(told));
    const inside = await part();
    inside.getByText(t.gone);
    await user.click(inside.getByRole("button", { name: t.again }));
    await screen.findByText(t.sent);
  });

  it("are shown to viewers, without actions", async () => {
    const links = [aLink({ state: "failed", failure: "Board is closed", can: { edit: false } })];
    const only = [aSnag(11, "Crack above the window", false)];
    const offers = [{ tool: "trello", board: "Site board" }];
    await open("/snags/11?view=list", keeper({ ...nothing, links, offers }, only));
    const inside = await part();
    inside.getByText(/Board is closed/);
    expect(inside.queryByRole("button")).toBeNull();
  });

  it("offer no retry for a tool without access, only to stop following the card", async () => {
    const told = { ...nothing, links: [aLink({ state: "failed" })] };
    const { user } = await open("/snags/11?view=list", keeper(told), person);
    await user.click((await part()).getByRole("button", { name: t.actions }));
    expect((await screen.findAllByRole("menuitem")).map((entry) => entry.textContent)).toEqual([t.unlink]);
  });

  it("say where to select a board while there is none, and show nothing to a user without a tool", async () => {
    await open("/snags/11?view=list", keeper(nothing));
    const inside = await part();
    inside.getByText(t.none);
    expect(inside.getByRole("link", { name: t.choose }).getAttribute("href")).toBe("/trello?add=1");
    await opened?.close();
    const { api } = await open("/snags/11?view=list", keeper(nothing), person);
    await waitFor(() => expect(api.calls("GET /api/annotations/11/tools")).not.toHaveLength(0));
    await screen.findByRole("heading", { name: "Crack above the window" });
    expect(screen.queryByText(t.part)).toBeNull();
  });

  it("are selected for several at once, if the tool has a board of their project", async () => {
    const { user, api } = await open("/snags?view=list", keeper(nothing));
    await user.click(await screen.findByRole("checkbox", { name: t.chooseSnag(11) }));
    await user.click(screen.getByRole("checkbox", { name: t.chooseSnag(12) }));
    await user.click(await screen.findByRole("button", { name: t.bulk }));
    await screen.findByRole("menuitem", { name: "Trello" });
    // The user has access to ClickUp, but it has no board of the project.
    expect(screen.queryByRole("menuitem", { name: "ClickUp" })).toBeNull();
    await user.click(screen.getByRole("menuitem", { name: "Trello" }));
    await screen.findByText(t.bulkSent);
    expect(api.calls("POST /api/tools/trello/annotations").map(({ body }) => body)).toEqual([
      { ids: [11, 12] },
    ]);
    await waitFor(() => expect(screen.queryByRole("toolbar")).toBeNull());
  });

  it("keep them selected when none was sent, and say what is missing without a board", async () => {
    const { user } = await open("/snags?view=list", {
      ...keeper(nothing),
      "POST /api/tools/trello/annotations": () => refuse(422, "TOOL_NO_BOARD", "No."),
    });
    await user.click(await screen.findByRole("checkbox", { name: t.chooseSnag(11) }));
    await user.click(await screen.findByRole("button", { name: t.bulk }));
    await user.click(await screen.findByRole("menuitem", { name: "Trello" }));
    await screen.findByText(t.bulkFailed);
    expect(screen.getByRole("toolbar")).toBeDefined();
    await opened?.close();
    const none = { ...keeper(nothing), "GET /api/projects/1/tools": () => ok([]) };
    const { user: other } = await open("/snags?view=list", none);
    await other.click(await screen.findByRole("checkbox", { name: t.chooseSnag(11) }));
    await other.click(await screen.findByRole("button", { name: t.bulk }));
    await screen.findByText(t.boardFirst);
  });

  it("show on the project's page the boards of its snags, and how to connect another tool", async () => {
    const project = aProject({ can: { ...aProject().can, view_snags: true } });
    await open("/project/1", { ...keeper(nothing), "GET /api/projects/{id}": () => ok(project) });
    const card = within((await screen.findByText(t.panel)).closest("section") ?? document.body);
    card.getByText(t.cards);
    expect(card.getByRole("link", { name: "Trello" }).getAttribute("href")).toBe("/trello");
    expect(card.getByRole("link", { name: t.connectTo }).getAttribute("href")).toBe("/clickup?add=1");
  });
});
