import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { SnagStatus } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";
import { type Answers, ok, type Received, refuse } from "#test/web/api-server.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import type { Translate } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aSnag, listed } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const wordsIn = (t: Translate) => ({
  column: (status: string, count: number) => t("snags.board.column", { status, count }),
  board: t("snags.board.label"),
  open: t("snags.statuses.open"),
  inWork: t("snags.statuses.in_work"),
  closed: t("snags.statuses.closed"),
  move: t("snags.board.move", { title: "Crack above the window" }),
  moved: t("snags.board.moved", { number: 11, status: t("snags.statuses.in_work") }),
  refused: t("snags.board.not_moved", { number: 11 }),
  undo: t("common.undo"),
  undone: t("snags.bulk.undone"),
  choose: (number: number) => t("snags.bulk.choose", { number }),
  chosen: t("snags.bulk.count", { count: 2 }),
  status: t("snags.fields.status"),
  changed: t("snags.bulk.done", { count: 2 }),
  mine: t("snags.filters.mine"),
  clear: t("common.clear_filters"),
  noMatch: t("common.no_match_title"),
  first: t("snags.empty_title"),
  guest: t("snags.empty_guest_text"),
  create: t("snags.new"),
  list: t("snags.views.list"),
  pin: t("snags.plan.pin", {
    number: 11,
    status: t("snags.statuses.open"),
    title: "Crack above the window",
  }),
  more: t("snags.detail.more"),
  export: t("snags.export.title"),
  pdf: t("snags.export.pdf"),
  bcf21: t("snags.export.bcf_21"),
  import: t("snags.export.import"),
  title: new RegExp(`^${t("snags.fields.title")}`),
  required: t("snags.title_required"),
  pinSnag: t("snags.dialog.create"),
  created: t("snags.dialog.created", { number: 12 }),
  placed: t("snags.dialog.pin"),
});

const editor = aProject({ can: { ...aProject().can, view_snags: true, add_snag: true } });
const plan = {
  id: 5,
  id_sheet: 5,
  id_project: 1,
  name: "Ground floor",
  image: "/media/plan.webp",
  can: { view: true },
};

/** A server that stores snags, and applies changes to them. */
function keeper(start: Snag[]) {
  let snags = start;
  const set = (ids: readonly number[], change: Partial<Snag>) => {
    snags = snags.map((snag) => (ids.includes(snag.id) ? { ...snag, ...change } : snag));
  };
  const answers: Answers = {
    "GET /api/annotations": ({ query }) => ok(listed(snags, query)),
    "GET /api/annotations/choices": () => ok({ people: [], trades: [] }),
    ...projectAnswers([editor]),
    "PUT /api/annotations/11": ({ body }) => {
      set([11], body);
      return ok(snags.find(({ id }) => id === 11));
    },
    "PUT /api/annotations/12": ({ body }) => {
      set([12], body);
      return ok(snags.find(({ id }) => id === 12));
    },
    "PUT /api/annotations/bulk": ({ body }) => {
      const { ids, ...change } = body as { ids: number[] } & Partial<Snag>;
      set(ids, change);
      return ok({ ids });
    },
    "GET /api/maps": () => ok([plan]),
  };
  return {
    answers,
    status: (id: number): SnagStatus | undefined => snags.find((one) => one.id === id)?.status,
  };
}

describe.each(["en", "ar"] as const)("the snags in %s", (language) => {
  const it = inTurns(language);
  const t = wordsIn(says(language));
  const open = async (path: string, answers: Answers) => {
    opened = await openScreen(path, language, answers);
    return opened;
  };
  const column = (status: string, count: number) =>
    screen.findByRole("region", { name: t.column(status, count) });
  const asked = (api: { calls: (route: string) => Received[] }) =>
    Object.fromEntries(api.calls("GET /api/annotations").at(-1)?.query ?? []);

  it("moves a card by its menu at once, and back by undo", async () => {
    const { answers, status } = keeper([aSnag()]);
    const { user } = await open("/snags?view=board", answers);
    await user.click(within(await column(t.open, 1)).getByRole("button", { name: t.move }));
    await user.click(await screen.findByRole("menuitem", { name: t.inWork }));
    within(await column(t.inWork, 1)).getByText("Crack above the window");
    await screen.findByText(t.moved);
    expect(status(11)).toBe("in_work");
    await user.click(screen.getByRole("button", { name: t.undo }));
    await column(t.open, 1);
    await waitFor(() => expect(status(11)).toBe("open"));
  });

  test("moves the focused card by Alt and an arrow, in reading direction", async () => {
    const { answers, status } = keeper([aSnag()]);
    await open("/snags?view=board", answers);
    const card = within(await column(t.open, 1)).getByRole("link", { name: "Crack above the window" });
    fireEvent.keyDown(card, { key: language === "ar" ? "ArrowLeft" : "ArrowRight", altKey: true });
    const moved = within(await column(t.inWork, 1)).getByRole("link", { name: "Crack above the window" });
    await waitFor(() => expect(document.activeElement).toBe(moved));
    await waitFor(() => expect(status(11)).toBe("in_work"));
  });

  it("is scrolled by keys while it has no cards, and by its cards from then on", async () => {
    const { answers } = keeper([aSnag()]);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await open("/snags?view=board", {
      ...answers,
      "GET /api/annotations": async ({ query }) => {
        await answered;
        return ok(listed([aSnag()], query));
      },
    });
    const board = await screen.findByRole("region", { name: t.board });
    expect(board.tabIndex).toBe(0);
    answer();
    await column(t.open, 1);
    expect(board.tabIndex).toBe(-1);
  });

  it("returns a card when the server rejects the move, and says so", async () => {
    const { answers } = keeper([aSnag()]);
    const { user } = await open("/snags?view=board", {
      ...answers,
      "PUT /api/annotations/11": () => refuse(403, "SNAG_EDIT_DENIED", "No."),
    });
    await user.click(within(await column(t.open, 1)).getByRole("button", { name: t.move }));
    await user.click(await screen.findByRole("menuitem", { name: t.closed }));
    await screen.findByText(t.refused);
    within(await column(t.open, 1)).getByText("Crack above the window");
    await column(t.closed, 0);
  });

  it("offers every status but closed with the answer permission, and none to a user who may only view", async () => {
    const answerer = aSnag({ can: { view: true, edit: false, answer: true, comment: true, delete: false } });
    const { user } = await open("/snags?view=board", keeper([answerer]).answers);
    await user.click(await screen.findByRole("button", { name: t.move }));
    await screen.findByRole("menuitem", { name: t.inWork });
    expect(screen.queryByRole("menuitem", { name: t.closed })).toBeNull();
    await opened?.close();
    const reader = aSnag({ can: { view: true } });
    await open("/snags?view=board", keeper([reader]).answers);
    await column(t.open, 1);
    expect(screen.queryByRole("button", { name: t.move })).toBeNull();
  });

  it("changes the selected ones of the list in one call, and undoes all of it", async () => {
    const { answers, status } = keeper([aSnag(), aSnag({ id: 12, title: "Loose tile", status: "ready" })]);
    const { user, api } = await open("/snags?view=list", answers);
    await user.click(await screen.findByRole("checkbox", { name: t.choose(11) }));
    await user.click(screen.getByRole("checkbox", { name: t.choose(12) }));
    await screen.findByText(t.chosen);
    await user.click(within(screen.getByRole("toolbar")).getByRole("button", { name: t.status }));
    await user.click(await screen.findByRole("menuitem", { name: t.closed }));
    await screen.findByText(t.changed);
    expect(api.calls("PUT /api/annotations/bulk").at(-1)?.body).toEqual({ ids: [11, 12], status: "closed" });
    await user.click(screen.getByRole("button", { name: t.undo }));
    await screen.findByText(t.undone);
    expect([status(11), status(12)]).toEqual(["open", "ready"]);
  });

  it("requests what is in its address, and each filter is removable in place", async () => {
    const { api, user } = await open(
      "/snags?view=list&id_project=1&status=open,ready&priority=high&mine=1&overdue=1&trade=Tiles&sort=due&search=lintel",
      keeper([aSnag()]).answers,
    );
    await screen.findByRole("checkbox", { name: t.choose(11) });
    expect(asked(api)).toMatchObject({
      id_project: "1",
      status: "open,ready",
      priority: "high",
      trade: "Tiles",
      mine: "1",
      overdue: "1",
      sort: "due",
      search: "lintel",
    });
    await user.click(await screen.findByRole("button", { name: "Tiles" }));
    await waitFor(() => expect(asked(api)).not.toHaveProperty("trade"));
    await user.click(screen.getByRole("button", { name: t.mine }));
    await waitFor(() => expect(asked(api)).not.toHaveProperty("mine"));
    await user.click(screen.getByRole("button", { name: t.clear }));
    await waitFor(() => expect(asked(api)).not.toHaveProperty("status"));
    expect(asked(api)).toMatchObject({ id_project: "1", search: "lintel" });
  });

  it("remembers its view, and includes it in the address", async () => {
    const { user } = await open("/snags?view=board", keeper([aSnag()]).answers);
    await user.click(await screen.findByRole("radio", { name: t.list }));
    await screen.findByRole("checkbox", { name: t.choose(11) });
    expect(recall(storageKeys.snagsView)).toBe("list");
    expect(location.search).toContain("view=list");
  });

  it("explains what to do where there are none, where nothing matches, and to users who may not pin any", async () => {
    const { user } = await open("/snags?view=list", keeper([]).answers);
    await screen.findByText(t.first);
    await screen.findByRole("button", { name: t.create });
    await opened?.close();
    const { user: other } = await open("/snags?view=list&overdue=1", keeper([]).answers);
    await screen.findByText(t.noMatch);
    const [clear] = screen.getAllByRole("button", { name: t.clear });
    if (clear) await other.click(clear);
    await screen.findByText(t.first);
    await opened?.close();
    await open("/snags?view=list", {
      ...keeper([]).answers,
      ...projectAnswers([aProject()]),
    });
    await screen.findByText(t.guest);
    expect(user).toBeDefined();
  });

  it("exports the filtered ones by plain links in the user's language", async () => {
    const { user } = await open("/snags?view=list&status=open", keeper([aSnag()]).answers);
    await user.click(await screen.findByRole("button", { name: t.export }));
    await screen.findByRole("menuitem", { name: t.pdf });
    await waitFor(() =>
      expect(screen.getByRole("menuitem", { name: t.pdf }).getAttribute("href")).toBe(
        `/api/annotations/report/pdf?status=open&id_project=1&lang=${language}`,
      ),
    );
    expect(screen.getByRole("menuitem", { name: t.bcf21 }).getAttribute("href")).toContain("version=2.1");
    expect(screen.getByRole("menuitem", { name: t.import })).toBeDefined();
  });

  it("asks for the project of an export when all projects are shown", async () => {
    const all = [1, 2].map((id) =>
      aProject({ id, name: `Tower ${id}`, can: { ...aProject().can, view_snags: true, add_snag: true } }),
    );
    const { user } = await open("/snags?view=list&status=open", {
      ...keeper([aSnag()]).answers,
      ...projectAnswers(all),
    });
    const number = await screen.findByText(/^#\d+$/);
    expect(number.parentElement?.textContent).toBe(`${number.textContent}·${aSnag().project}`);
    await user.click(await screen.findByRole("button", { name: t.export }));
    await user.click(await screen.findByRole("menuitem", { name: t.pdf }));
    const dialog = within(await screen.findByRole("dialog", { name: t.pdf }));
    const download = await dialog.findByRole("link");
    expect(download.getAttribute("href")).toBe(
      `/api/annotations/report/pdf?status=open&id_project=1&lang=${language}`,
    );
    await user.click(dialog.getByRole("combobox"));
    await user.click(await screen.findByRole("option", { name: "Tower 2" }));
    await waitFor(() => expect(dialog.getByRole("link").getAttribute("href")).toContain("id_project=2"));
  });

  it("exports an open snag by itself", async () => {
    const snag = aSnag();
    const { user } = await open(`/snags/${snag.id}?view=list`, {
      ...keeper([snag]).answers,
      "GET /api/annotations/{id}": () => ok(snag),
    });
    await user.click(await screen.findByRole("button", { name: t.more }));
    const report = await screen.findByRole("menuitem", { name: t.pdf });
    expect(report.getAttribute("href")).toBe(
      `/api/annotations/report/pdf?id_project=${snag.id_project}&ids=${snag.id}&lang=${language}`,
    );
  });

  it("shows labelled pins on the floor plan, and pins a new one where the floor plan is pressed", async () => {
    const { answers } = keeper([aSnag()]);
    const sent: unknown[] = [];
    const { user } = await open("/snags?view=plan&id_project=1", {
      ...answers,
      "POST /api/maps/5/annotations": ({ body }) => {
        sent.push(body);
        return ok(aSnag({ id: 12, title: "Loose tile" }));
      },
    });
    await screen.findByRole("button", { name: t.pin });
    const area = document.querySelector("[data-plan]");
    if (area === null) throw new Error("There is no plan.");
    area.getBoundingClientRect = () => new DOMRect(0, 0, 400, 200);
    fireEvent.click(area, { clientX: 100, clientY: 150 });
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("button", { name: t.placed });
    await user.click(dialog.getByRole("button", { name: t.pinSnag }));
    await dialog.findByText(t.required);
    expect(sent).toEqual([]);
    await user.type(dialog.getByRole("textbox", { name: t.title }), "Loose tile");
    await user.click(dialog.getByRole("button", { name: t.pinSnag }));
    await screen.findByText(t.created);
    expect(sent).toEqual([
      {
        title: "Loose tile",
        guid: expect.any(String) as string,
        text: "",
        priority: "normal",
        trade: "",
        id_assignee: null,
        id_invitation: null,
        due_date: null,
        x: 0.25,
        y: 0.75,
      },
    ]);
  });
});
