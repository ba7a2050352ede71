import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { mayBegin } from "#test/people.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person, superAdmin } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";
import { beginSignIn } from "./connect/sign-in-return.ts";
import { aBoard, aConnection, aLink, aMappedProject, aStanding } from "./testing.ts";
import type { MappedProject, ToolStanding } from "./tools.queries.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const wordsIn = (language: Language) => {
  const t = says(language);
  const part = saying(language);
  const tool = "Trello";
  const project = "Tower B";
  const account = "Site Office";
  const open = t("snags.statuses.open");
  const disputed = t("snags.statuses.disputed");
  const connected = t("tools.account.since", {
    date: language === "ar" ? "2 نوفمبر 2026" : "2 Nov 2026",
  });
  return {
    menu: t("shell.sidebar.label"),
    off: t("tools.off.title", { tool }),
    site: t("tools.off.site"),
    person: t("tools.off.person"),
    plan: t("tools.off.plan"),
    toSettings: t("tools.off.to_settings"),
    toPlans: t("tools.off.to_plans"),
    kept: t("tools.off.kept", { account }),
    disconnect: t("tools.account.disconnect"),
    disconnectTitle: t("tools.account.disconnect_title", { account }),
    disconnected: t("tools.account.disconnected", { tool }),
    title: t("tools.connect.title", { tool }),
    signIn: t("tools.connect.sign_in", { tool }),
    token: t("tools.connect.token"),
    key: t("tools.connect.key"),
    getToken: part("tools.connect.get_token"),
    submit: t("tools.connect.submit"),
    missing: t("tools.token_required"),
    wrong: t("errors.code.TOOL_TOKEN_WRONG"),
    done: t("tools.connect.done", { account }),
    stranger: t("tools.connect.stranger"),
    denied: t("tools.connect.endings.denied"),
    reauth: t("tools.account.reauth_title", { tool }),
    since: new RegExp(`^${connected} · ${t("tools.account.by_sign_in")}`),
    noProject: t("tools.projects.empty_title", { tool }),
    add: t("tools.projects.add"),
    project: part("tools.mapping.project"),
    board: part("tools.mapping.board.trello"),
    projectRequired: t("tools.mapping.project_required"),
    boardRequired: t("tools.mapping.board_required"),
    statusOf: (status: string) => part("tools.mapping.status_of", { status }),
    save: t("tools.mapping.save"),
    saved: t("tools.mapping.saved", { project, board: "Site board" }),
    actions: t("tools.projects.actions_of", { project }),
    edit: t("tools.projects.edit"),
    remove: t("tools.projects.remove"),
    removeTitle: t("tools.projects.remove_title", { project }),
    removed: t("tools.projects.removed", { project }),
    inStep: t("tools.projects.statuses", { count: 3, all: 5 }),
    otherBoard: part("tools.mapping.other_board", { count: 2 }),
    open,
    inWork: t("snags.statuses.in_work"),
    closed: t("snags.statuses.closed"),
    shared: part("tools.mapping.shared", {
      statuses: language === "ar" ? `${open} و${disputed}` : `${open} and ${disputed}`,
      name: "To Do",
      first: open,
    }),
    disputed,
    openCard: new RegExp(`^${t("tools.links.open")} ?${t("tools.links.of_snag", { number: 11 })}`),
    linkActions: t("tools.links.actions_of", { number: 11 }),
    retry: t("tools.links.retry"),
    retried: t("tools.links.retried"),
    unlink: t("tools.links.unlink"),
    unlinked: t("tools.links.unlinked", { number: 11 }),
    undo: t("common.undo"),
    relinked: t("tools.links.relinked"),
    troubled: t("tools.links.troubled"),
    calm: t("tools.links.calm_title"),
    noLinks: t("tools.links.empty_title"),
    notSent: t("tools.states.failed"),
  };
};

const mine = { ...person, can: mayBegin({ trello: true }) };
const boards = [aBoard(), aBoard({ id: "b2", name: "Old board", place: "" })];
const paged = (items: readonly unknown[]) => ok({ items, total: items.length, page: 1, per_page: 25 });

/** A server with one connection, the boards of projects and one sent snag. */
function keeper(standing: ToolStanding, { mapped = [] as MappedProject[], links = [aLink()] } = {}): Answers {
  let now = standing;
  let kept = mapped;
  let sent = links;
  return {
    "GET /api/tools/trello": () => ok(now),
    "POST /api/tools/trello/connection": () => {
      now = { ...now, connection: aConnection({ way: "token" }) };
      return ok(now.connection);
    },
    "DELETE /api/tools/trello/connection": () => {
      now = { ...now, connection: null };
      return ok({});
    },
    "GET /api/tools/trello/boards": () =>
      ok({ items: boards.map(({ id, name, place, url }) => ({ id, name, place, url })), is_cut: false }),
    "GET /api/tools/trello/boards/b1": () => ok(boards[0]),
    "GET /api/tools/trello/boards/b2": () => ok(boards[1]),
    "GET /api/tools/trello/projects": () => ok(kept),
    "GET /api/tools/trello/links": ({ query }) =>
      paged(query.has("troubled") ? sent.filter(({ state }) => state !== "sent") : sent),
    ...projectAnswers([aProject(), aProject({ id: 2, name: "Not mine", can: { view: true } })]),
    "PUT /api/projects/1/tools/trello": ({ body }) => {
      kept = [aMappedProject()];
      return ok({ ...aMappedProject(), body });
    },
    "DELETE /api/projects/1/tools/trello": () => {
      kept = [];
      return ok({});
    },
    "POST /api/annotations/11/tools/trello/retry": () => ok(aLink({ state: "waiting" })),
    "POST /api/annotations/11/tools/trello": () => {
      sent = links;
      return ok(links[0]);
    },
    "DELETE /api/annotations/11/tools/trello": () => {
      sent = [];
      return ok({});
    },
  };
}

const connected = aStanding({ connection: aConnection() });

describe.each(["en", "ar"] as const)("an outside tool in %s", (language) => {
  const it = inTurns(language);
  const t = wordsIn(language);
  const open = async (path: string, answers: Answers, whose = mine) => {
    opened = await openScreen(path, language, answers, whose);
    return opened;
  };

  it("is in the menu of users with access, and of no others", async () => {
    await open("/trello", keeper(connected));
    await screen.findByText("Crack above the window");
    const menu = within(screen.getByRole("navigation", { name: t.menu }));
    expect(menu.getByRole("link", { name: "Trello" }).getAttribute("href")).toBe("/trello");
    expect(menu.queryByRole("link", { name: "ClickUp" })).toBeNull();
  });

  it("says who can enable it, and links administrators to the setting", async () => {
    await open("/trello", keeper(aStanding({ is_on: false, off_because: "site" })));
    await screen.findByText(t.off);
    screen.getByText(t.site);
    expect(screen.queryByRole("link", { name: t.toSettings })).toBeNull();
    await opened?.close();
    await open("/trello", keeper(aStanding({ is_on: false, off_because: "site" })), superAdmin);
    const way = await screen.findByRole("link", { name: t.toSettings });
    expect(way.getAttribute("href")).toBe("/settings?group=integrations");
    await opened?.close();
    await open("/trello", keeper(aStanding({ is_on: false, off_because: "person" })));
    await screen.findByText(t.person);
    await opened?.close();
    await open("/trello", keeper(aStanding({ is_on: false, off_because: "plan" })));
    await screen.findByText(t.plan);
    expect(screen.getByRole("link", { name: t.toPlans }).getAttribute("href")).toBe("/changeplan");
  });

  it("lets a user without access remove their connection", async () => {
    const { user, api } = await open(
      "/trello",
      keeper(aStanding({ is_on: false, off_because: "person", connection: aConnection() })),
    );
    await screen.findByText(t.kept);
    await user.click(screen.getByRole("button", { name: t.disconnect }));
    const dialog = within(await screen.findByRole("alertdialog", { name: t.disconnectTitle }));
    await user.click(dialog.getByRole("button", { name: t.disconnect }));
    await screen.findByText(t.disconnected);
    expect(api.calls("DELETE /api/tools/trello/connection")).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(t.kept)).toBeNull());
  });

  it("is connected by a pasted token, with its key where one is needed, and keeps a refused one", async () => {
    const answers = keeper(aStanding({ can_sign_in: false, needs_key: true }));
    const { user, api } = await open("/trello", {
      ...answers,
      "POST /api/tools/trello/connection": (call) =>
        call.body["token"] === "good"
          ? (answers["POST /api/tools/trello/connection"]?.(call) ?? ok({}))
          : refuse(422, "TOOL_TOKEN_WRONG", "No."),
    });
    await screen.findByRole("heading", { name: t.title });
    expect(screen.queryByRole("button", { name: t.signIn })).toBeNull();
    const help = screen.getByRole("link", { name: t.getToken });
    expect(help.getAttribute("rel")).toBe("noopener noreferrer");
    await user.click(screen.getByRole("button", { name: t.submit }));
    await screen.findByText(t.missing);
    expect(api.calls("POST /api/tools/trello/connection")).toHaveLength(0);
    await user.type(screen.getByRole("textbox", { name: t.key }), "abc");
    await user.type(screen.getByLabelText(t.token), "bad");
    await user.click(screen.getByRole("button", { name: t.submit }));
    await screen.findByText(t.wrong);
    await user.clear(screen.getByLabelText(t.token));
    await user.type(screen.getByLabelText(t.token), "good");
    await user.click(screen.getByRole("button", { name: t.submit }));
    await screen.findByText(t.done);
    await screen.findByText(t.noProject);
    expect(api.calls("POST /api/tools/trello/connection").at(-1)?.body).toEqual({
      token: "good",
      key: "abc",
    });
  });

  it("accepts a token from the address only after leaving for one, and always removes it", async () => {
    beginSignIn("trello");
    const { api } = await open("/trello#token=good", keeper(aStanding()));
    await screen.findByText(t.done);
    expect(location.href).not.toContain("good");
    expect(api.calls("POST /api/tools/trello/connection").map(({ body }) => body)).toEqual([
      { token: "good" },
    ]);
    await opened?.close();
    const { api: other } = await open("/trello#token=strange", keeper(aStanding()));
    await screen.findByText(t.stranger);
    expect(location.href).not.toContain("strange");
    expect(other.calls("POST /api/tools/trello/connection")).toHaveLength(0);
  });

  it("says that access was denied there", async () => {
    await open("/trello?failed=denied", keeper(aStanding()));
    await screen.findByText(t.denied);
    expect(location.search).toBe("");
  });

  it("shows the connected account and since when, and asks before disconnecting", async () => {
    const { user, api } = await open("/trello", keeper(connected));
    await screen.findByText(t.since);
    await user.click(screen.getByRole("button", { name: t.disconnect }));
    const dialog = within(await screen.findByRole("alertdialog", { name: t.disconnectTitle }));
    expect(api.calls("DELETE /api/tools/trello/connection")).toHaveLength(0);
    await user.click(dialog.getByRole("button", { name: t.disconnect }));
    await screen.findByRole("heading", { name: t.title });
  });

  it("asks to reconnect where the tool no longer accepts the connection, and shows what waits", async () => {
    const lapsed = aStanding({ connection: aConnection({ state: "reauth" }) });
    const { user } = await open("/trello", keeper(lapsed, { mapped: [aMappedProject()] }));
    await screen.findByText(t.reauth);
    screen.getByRole("button", { name: t.signIn });
    await screen.findByText("Crack above the window");
    // No board can be selected before that; one can be removed.
    await user.click(await screen.findByRole("button", { name: t.actions }));
    await screen.findByRole("menuitem", { name: t.remove });
    expect(screen.queryByRole("menuitem", { name: t.edit })).toBeNull();
    expect(screen.queryByRole("button", { name: t.add })).toBeNull();
  });

  it("maps a project to a board with the proposals by name", async () => {
    const { user, api } = await open("/trello", keeper(connected));
    await user.click(await screen.findByRole("button", { name: t.add }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: t.save }));
    await dialog.findByText(t.projectRequired);
    dialog.getByText(t.boardRequired);
    await user.click(dialog.getByRole("combobox", { name: t.project }));
    await screen.findByRole("option", { name: "Tower B" });
    expect(screen.queryByRole("option", { name: "Not mine" })).toBeNull();
    await user.click(screen.getByRole("option", { name: "Tower B" }));
    await user.click(dialog.getByRole("combobox", { name: t.board }));
    await user.click(await screen.findByRole("option", { name: /^Site board/ }));
    expect((await dialog.findByRole("button", { name: t.statusOf(t.open) })).textContent).toContain("To Do");
    expect(dialog.getByRole("button", { name: t.statusOf(t.inWork) }).textContent).toContain("Doing");
    expect(dialog.getByRole("button", { name: t.statusOf(t.closed) }).textContent).toContain("Done");
    await user.click(dialog.getByRole("button", { name: t.statusOf(t.disputed) }));
    await user.click(await screen.findByRole("option", { name: "To Do" }));
    await dialog.findByText(t.shared);
    await user.click(dialog.getByRole("button", { name: t.save }));
    await screen.findByText(t.saved);
    await screen.findByText(t.inStep);
    expect(api.calls("PUT /api/projects/1/tools/trello").map(({ body }) => body)).toEqual([
      {
        board: "b1",
        section: "l1",
        statuses: { open: "l1", in_work: "l2", ready: null, closed: "l3", disputed: "l1" },
        sends_photos: true,
        sends_all: false,
      },
    ]);
  });

  it("says what stays behind before a project moves to another board, and stops sending on request", async () => {
    const { user, api } = await open("/trello", keeper(connected, { mapped: [aMappedProject()] }));
    await user.click(await screen.findByRole("button", { name: t.actions }));
    await user.click(await screen.findByRole("menuitem", { name: t.edit }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.queryByText(t.otherBoard)).toBeNull();
    await user.click(dialog.getByRole("combobox", { name: t.board }));
    await user.click(await screen.findByRole("option", { name: "Old board" }));
    await dialog.findByText(t.otherBoard);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: t.actions }));
    await user.click(await screen.findByRole("menuitem", { name: t.remove }));
    const question = within(await screen.findByRole("alertdialog", { name: t.removeTitle }));
    await user.click(question.getByRole("button", { name: t.remove }));
    await screen.findByText(t.removed);
    expect(api.calls("DELETE /api/projects/1/tools/trello")).toHaveLength(1);
  });

  it("shows the status of each sent snag, links to its card, and retries", async () => {
    const failed = aLink({ state: "failed", failure: "Board is closed", next_try_at: null });
    const { user, api } = await open("/trello", keeper(connected, { links: [failed] }));
    await screen.findByText(/Board is closed/);
    screen.getByText(t.notSent);
    const card = screen.getByRole("link", { name: t.openCard });
    expect(card.getAttribute("href")).toBe("https://trello.example/c/c11");
    expect(card.getAttribute("target")).toBe("_blank");
    expect(card.getAttribute("rel")).toBe("noopener noreferrer");
    await user.click(screen.getByRole("button", { name: t.linkActions }));
    await user.click(await screen.findByRole("menuitem", { name: t.retry }));
    await screen.findByText(t.retried);
    expect(api.calls("POST /api/annotations/11/tools/trello/retry")).toHaveLength(1);
  });

  it("shows boards and cards without actions to users who may not change them", async () => {
    const can = { edit: false };
    const failed = aLink({ state: "failed", failure: "Board is closed", can });
    await open("/trello", keeper(connected, { mapped: [aMappedProject({ can })], links: [failed] }));
    await screen.findByText(/Board is closed/);
    await screen.findByText(t.inStep);
    screen.getByRole("link", { name: t.openCard });
    expect(screen.queryByRole("button", { name: t.actions })).toBeNull();
    expect(screen.queryByRole("button", { name: t.linkActions })).toBeNull();
    await opened?.close();
    // The address for another user's project opens nothing either.
    const { api } = await open("/trello?add=2", keeper(connected));
    await waitFor(() => expect(api.calls("GET /api/projects/2")).not.toHaveLength(0));
    await screen.findByText("Crack above the window");
    expect(screen.queryByRole("dialog")).toBeNull();
    await opened?.close();
    const waits = aLink({ state: "reauth" });
    const { user } = await open("/trello", keeper(connected, { links: [waits] }));
    await user.click(await screen.findByRole("button", { name: t.linkActions }));
    await screen.findByRole("menuitem", { name: t.unlink });
    expect(screen.queryByRole("menuitem", { name: t.retry })).toBeNull();
  });

  it("stops following a card, and undoes that", async () => {
    const { user } = await open("/trello", keeper(connected));
    await user.click(await screen.findByRole("button", { name: t.linkActions }));
    await user.click(await screen.findByRole("menuitem", { name: t.unlink }));
    await screen.findByText(t.unlinked);
    await screen.findByText(t.noLinks);
    await user.click(screen.getByRole("button", { name: t.undo }));
    await screen.findByText(t.relinked);
    await screen.findByText("Crack above the window");
  });

  it("narrows to entries that need attention, in its address", async () => {
    const { user, api } = await open("/trello", keeper(connected));
    await user.click(await screen.findByRole("button", { name: t.troubled }));
    await screen.findByText(t.calm);
    expect(location.search).toBe("?troubled=1");
    expect(api.calls("GET /api/tools/trello/links").at(-1)?.query.get("troubled")).toBe("1");
  });
});
