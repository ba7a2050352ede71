import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { SnagStatus } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";
import { type Answers, ok, type Received, refuse } from "#test/web/api-server.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { aSnag, listed } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const words = {
  en: {
    column: (status: string, count: number) => `${status}: ${count}`,
    board: "Board of snags",
    open: "Open",
    inWork: "In work",
    closed: "Closed",
    move: "Move Crack above the window",
    moved: "No. 11 is now: In work",
    refused: "No. 11 stays where it was",
    undo: "Undo",
    undone: "Changed back",
    choose: (number: number) => `Choose snag ${number}`,
    chosen: "2 chosen",
    status: "Status",
    changed: "2 snags changed",
    overdue: "Overdue",
    mine: "Assigned to me",
    clear: "Clear filters",
    noMatch: "No matches",
    first: "No snags yet",
    guest: "What you are asked to mend shows here.",
    create: "New Snag",
    list: "List",
    choose_project: "Choose a project to see its plans.",
    press: /Press the plan where something is wrong/,
    pin: "No. 11, Open: Crack above the window",
    more: "More about this snag",
    export: "Export",
    pdf: "Report (PDF)",
    bcf21: "For building models (BCF 2.1)",
    import: "Import a BCF file",
    title: /^Title/,
    required: "Say what is wrong",
    roomMissing: "Choose the visit",
    pinSnag: "Pin snag",
    created: "Snag 12 was pinned",
    placed: "Place of the snag",
  },
  ar: {
    column: (status: string, count: number) => `${status}: ${count}`,
    board: "لوحة الملاحظات",
    open: "مفتوحة",
    inWork: "قيد المعالجة",
    closed: "مغلقة",
    move: "نقل Crack above the window",
    moved: "الملاحظة رقم 11 الآن: قيد المعالجة",
    refused: "الملاحظة رقم 11 باقية في مكانها",
    undo: "تراجع",
    undone: "أُعيد كما كان",
    choose: (number: number) => `اختيار الملاحظة ${number}`,
    chosen: "اختيرت ملاحظتان",
    status: "الحالة",
    changed: "عُدّلت ملاحظتان",
    overdue: "متأخرة",
    mine: "المكلّف بها أنا",
    clear: "مسح عوامل التصفية",
    noMatch: "لا نتائج مطابقة",
    first: "لا ملاحظات بعد",
    guest: "يظهر هنا ما يُطلب منك إصلاحه.",
    create: "ملاحظة جديدة",
    list: "قائمة",
    choose_project: "اختر مشروعًا لعرض مخططاته.",
    press: /اضغط على موضع الخلل في المخطط/,
    pin: "رقم 11، مفتوحة: Crack above the window",
    more: "المزيد عن هذه الملاحظة",
    export: "تصدير",
    pdf: "تقرير (PDF)",
    bcf21: "لنماذج البناء (BCF 2.1)",
    import: "استيراد ملف BCF",
    title: /^العنوان/,
    required: "اكتب ما الخلل",
    roomMissing: "اختر الزيارة",
    pinSnag: "تسجيل الملاحظة",
    created: "سُجّلت الملاحظة 12",
    placed: "موضع الملاحظة",
  },
} as const;

const editor = aProject({ can: { ...aProject().can, view_snags: true, add_snag: true } });
const plan = {
  id: 5,
  id_sheet: 5,
  id_project: 1,
  name: "Ground floor",
  image: "/media/plan.webp",
  can: { view: true },
};

/** A server that keeps snags, and takes what may be changed of them. */
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
  const t = words[language];
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

  test("moves the card that has the focus by Alt and an arrow, on along the line as it is read", async () => {
    const { answers, status } = keeper([aSnag()]);
    await open("/snags?view=board", answers);
    const card = within(await column(t.open, 1)).getByRole("link", { name: "Crack above the window" });
    fireEvent.keyDown(card, { key: language === "ar" ? "ArrowLeft" : "ArrowRight", altKey: true });
    const moved = within(await column(t.inWork, 1)).getByRole("link", { name: "Crack above the window" });
    await waitFor(() => expect(document.activeElement).toBe(moved));
    await waitFor(() => expect(status(11)).toBe("in_work"));
  });

  it("is scrolled by keys while no card is on it, and by its cards from then on", async () => {
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

  it("puts a card back where it was when the server refuses, and says so", async () => {
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

  it("offers who may only answer everything but closing, and who may only look nothing", async () => {
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

  it("changes the chosen of the list in one call, and takes all of it back by undo", async () => {
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

  it("asks for what its address says, and each filter is taken off where it is seen", async () => {
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
    await user.click(screen.getByRole("button", { name: "Tiles" }));
    await waitFor(() => expect(asked(api)).not.toHaveProperty("trade"));
    await user.click(screen.getByRole("button", { name: t.mine }));
    await waitFor(() => expect(asked(api)).not.toHaveProperty("mine"));
    await user.click(screen.getByRole("button", { name: t.clear }));
    await waitFor(() => expect(asked(api)).not.toHaveProperty("status"));
    expect(asked(api)).toMatchObject({ id_project: "1", search: "lintel" });
  });

  it("remembers how it is looked at, and says it in its address", async () => {
    const { user } = await open("/snags?view=board", keeper([aSnag()]).answers);
    await user.click(await screen.findByRole("radio", { name: t.list }));
    await screen.findByRole("checkbox", { name: t.choose(11) });
    expect(recall(storageKeys.snagsView)).toBe("list");
    expect(location.search).toContain("view=list");
  });

  it("says what to do where there is nothing yet, where nothing matches, and to who may pin nothing", async () => {
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

  it("exports what is filtered as plain links in the reader's language", async () => {
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

  it("asks for the project of an export among all projects", async () => {
    const all = [1, 2].map((id) =>
      aProject({ id, name: `Tower ${id}`, can: { ...aProject().can, view_snags: true, add_snag: true } }),
    );
    const { user } = await open("/snags?view=list&status=open", {
      ...keeper([aSnag()]).answers,
      ...projectAnswers(all),
    });
    expect(await screen.findByText(/^#\d+ · /)).toBeDefined();
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

  it("exports an open snag alone", async () => {
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

  it("shows pins on the plan with their words, and pins the next where the plan is pressed", async () => {
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
