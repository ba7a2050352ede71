import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aCamera, listed } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Expected texts in that language. */
function textsOf(language: Language) {
  const text = says(language);
  const gate = { name: "Gate 2" };
  return {
    menu: text("shell.sidebar.label"),
    wall: text("cctv.open_wall"),
    cameras: text("cctv.title"),
    offline: new RegExp(`^${text("cctv.down_since", { when: "" })}`),
    refused: text("cctv.states.refused"),
    unknown: text("cctv.states.unknown"),
    silent: text("errors.code.CAMERA_SILENT"),
    chooseOne: text("cctv.bulk.choose", gate),
    chooseTwo: text("cctv.bulk.choose", { name: "Crane" }),
    star: text("common.star"),
    starred: text("cctv.bulk.starred", { count: 2 }),
    undo: text("common.undo"),
    actions: text("cctv.actions_of", gate),
    delete: text("cctv.delete"),
    question: text("cctv.delete_title", gate),
    confirm: text("cctv.delete_camera"),
    deleted: text("cctv.deleted", gate),
    edit: text("cctv.edit"),
    share: text("cctv.share"),
    shareTitle: text("cctv.share_title", gate),
    shareTo: text("cctv.share_public"),
    check: text("cctv.check"),
    state: text("cctv.state_filter"),
    onlyOffline: text("cctv.states.down"),
    uptime: language === "en" ? "98%" : "98",
    empty: text("cctv.empty_title"),
    noMatch: text("common.no_match_title"),
    clear: text("common.clear_filters"),
  };
}

const site = aProject({ can: { ...aProject().can, view_cameras: true, add_camera: true } });
const cameras = [
  aCamera({ id: 5 }),
  aCamera({ id: 6, name: "Crane", state: "down", problem: "CAMERA_SILENT" }),
  aCamera({ id: 7, name: "Office", state: "refused" }),
  aCamera({ id: 8, name: "New one", state: "unknown", checked_at: null, last_seen_at: null }),
];

const answers = (all = cameras): Answers => ({
  ...projectAnswers([site]),
  "GET /api/cctv-cameras": ({ query }) =>
    listed(all.filter(({ state }) => (query.get("state") ?? state) === state)),
  "PUT /api/cctv-cameras/bulk-star": ({ body }) => ok(body),
  "DELETE /api/cctv-cameras/{id}": () => ok({}),
});

describe.each(["en", "ar"] as const)("the list of cameras in %s", (language) => {
  const it = inTurns(language);
  const t = textsOf(language);

  it("shows the state of each, and why it sends nothing", async () => {
    opened = await openScreen("/cctv", language, answers());
    await screen.findByText("Gate 2");
    screen.getByText(t.offline);
    screen.getByText(t.silent);
    screen.getByText(t.refused);
    expect(screen.getAllByText(t.unknown).length).toBeGreaterThan(0);
    expect(screen.getByRole("link", { name: "Gate 2" }).getAttribute("href")).toBe("/cameras/5");
  });

  it("has an entry in the menu, with the camera wall below it", async () => {
    opened = await openScreen("/cctv", language, answers());
    await screen.findByText("Gate 2");
    const link = within(screen.getByRole("navigation", { name: t.menu })).getByRole("link", {
      name: t.cameras,
    });
    expect(link.getAttribute("href")).toBe("/cctv");
    const below = link.closest("li")?.querySelectorAll(":scope ul a") ?? [];
    expect(link.closest("ul")?.closest("li")).toBeNull();
    expect(below).toHaveLength(0);
    await opened.close();
    opened = await openScreen("/cameras/wall", language, answers());
    const wall = await screen.findByRole("link", { name: t.wall });
    expect(wall.closest("ul")?.closest("li")?.querySelector("a")?.getAttribute("href")).toBe("/cctv");
  });

  it("stars several at once, and undoes it", async () => {
    opened = await openScreen("/cctv", language, answers());
    const { user, api } = opened;
    await user.click(await screen.findByRole("checkbox", { name: t.chooseOne }));
    await user.click(screen.getByRole("checkbox", { name: t.chooseTwo }));
    await user.click(screen.getByRole("button", { name: t.star }));
    await screen.findByText(t.starred);
    await user.click(screen.getByRole("button", { name: t.undo }));
    await waitFor(() => expect(api.calls("PUT /api/cctv-cameras/bulk-star")).toHaveLength(2));
    const sent = api.calls("PUT /api/cctv-cameras/bulk-star").map(({ body }) => body);
    expect(sent).toEqual([
      { camera_ids: [5, 6], starred: true },
      { camera_ids: [5, 6], starred: false },
    ]);
  });

  it("deletes one after a confirmation with its name", async () => {
    opened = await openScreen("/cctv", language, answers());
    const { user, api } = opened;
    await user.click(await screen.findByRole("button", { name: t.actions }));
    await user.click(await screen.findByRole("menuitem", { name: t.delete }));
    const dialog = within(await screen.findByRole("alertdialog", { name: t.question }));
    expect(api.calls("DELETE /api/cctv-cameras/{id}")).toHaveLength(0);
    await user.click(dialog.getByRole("button", { name: t.confirm }));
    await screen.findByText(t.deleted);
    expect(api.calls("DELETE /api/cctv-cameras/{id}")).toHaveLength(1);
  });

  it("copies the link of its public page, and says who may view it", async () => {
    opened = await openScreen("/cctv", language, answers([aCamera({ is_public: true, code: "cam2345675" })]));
    const { user } = opened;
    await user.click(await screen.findByRole("button", { name: t.actions }));
    await user.click(await screen.findByRole("menuitem", { name: t.share }));
    const dialog = within(await screen.findByRole("dialog", { name: t.shareTitle }));
    expect(dialog.getByDisplayValue(/\/cctv\/cam2345675$/)).toBeTruthy();
    expect(dialog.getByText(t.shareTo)).toBeTruthy();
  });

  it("offers only the actions that the caller is allowed", async () => {
    const only = [aCamera({ can: { view: true, check: false, edit: false, delete: false } })];
    opened = await openScreen("/cctv", language, answers(only));
    await opened.user.click(await screen.findByRole("button", { name: t.actions }));
    await screen.findByRole("menu");
    for (const name of [t.delete, t.edit, t.check])
      expect(screen.queryByRole("menuitem", { name })).toBeNull();
  });

  it("filters by state in its address, and offers to clear the filter when it is empty", async () => {
    opened = await openScreen("/cctv?state=up&search=nothing", language, {
      ...answers(),
      "GET /api/cctv-cameras": ({ query }) => listed(query.has("search") ? [] : cameras),
    });
    const { user, api } = opened;
    await screen.findByText(t.noMatch);
    await user.click(screen.getByRole("button", { name: t.clear }));
    await screen.findByText("Crane");
    await user.click(screen.getByRole("button", { name: t.state }));
    await user.click(await screen.findByRole("menuitem", { name: t.onlyOffline }));
    await waitFor(() => expect(location.search).toBe("?state=down"));
    expect(api.calls("GET /api/cctv-cameras").at(-1)?.query.get("state")).toBe("down");
  });

  it("can be a table, which shows how reliable each is", async () => {
    opened = await openScreen("/cctv?view=table", language, answers());
    const row = (await screen.findByRole("link", { name: "Gate 2" })).closest("[role=row]");
    expect(row?.textContent).toContain(t.uptime);
  });

  it("says what to do while it is empty", async () => {
    opened = await openScreen("/cctv", language, answers([]));
    await screen.findByText(t.empty);
  });
});
