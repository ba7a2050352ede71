import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import { type Answers, ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { aCamera, listed } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const words = {
  en: {
    menu: "Main menu",
    wall: "Camera wall",
    cameras: "Cameras",
    offline: /^Offline since/,
    refused: "Not allowed",
    unknown: "Not checked yet",
    silent: "The camera is not responding.",
    chooseOne: "Choose Gate 2",
    chooseTwo: "Choose Crane",
    star: "Star",
    starred: "2 cameras starred",
    undo: "Undo",
    actions: "Actions for Gate 2",
    delete: "Delete",
    question: "Delete “Gate 2”?",
    confirm: "Delete camera",
    deleted: "Gate 2 was deleted",
    edit: "Edit",
    share: "Share",
    shareTitle: "Share “Gate 2”",
    shareTo: "Anybody with this link may watch.",
    check: "Check now",
    state: "State",
    onlyOffline: "Offline",
    table: "Table",
    uptime: "98%",
    empty: "See the site without going there",
    noMatch: "No matches",
    clear: "Clear filters",
  },
  ar: {
    menu: "القائمة الرئيسية",
    wall: "جدار الكاميرات",
    cameras: "الكاميرات",
    offline: /^منقطعة منذ/,
    refused: "غير مسموح بها",
    unknown: "لم تُفحص بعد",
    silent: "الكاميرا لا تستجيب.",
    chooseOne: "اختيار Gate 2",
    chooseTwo: "اختيار Crane",
    star: "تمييز بنجمة",
    starred: "مُيّزت كاميرتان بنجمة",
    undo: "تراجع",
    actions: "إجراءات Gate 2",
    delete: "حذف",
    question: "حذف «Gate 2»؟",
    confirm: "حذف الكاميرا",
    deleted: "تم حذف Gate 2",
    edit: "تعديل",
    share: "مشاركة",
    shareTitle: "مشاركة «Gate 2»",
    shareTo: "كل من لديه هذا الرابط يشاهد.",
    check: "فحص الآن",
    state: "الحالة",
    onlyOffline: "منقطعة",
    table: "جدول",
    uptime: "98",
    empty: "شاهد الموقع دون أن تذهب إليه",
    noMatch: "لا نتائج مطابقة",
    clear: "مسح عوامل التصفية",
  },
} as const;

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
  const t = words[language];

  it("says of each how it stands, and why it sends nothing", async () => {
    opened = await openScreen("/cctv", language, answers());
    await screen.findByText("Gate 2");
    screen.getByText(t.offline);
    screen.getByText(t.silent);
    screen.getByText(t.refused);
    expect(screen.getAllByText(t.unknown).length).toBeGreaterThan(0);
    expect(screen.getByRole("link", { name: "Gate 2" }).getAttribute("href")).toBe("/cameras/5");
  });

  it("has an entry of its own in the menu, with the camera wall below it", async () => {
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

  it("stars several at once, and takes it back", async () => {
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

  it("deletes one after asking for it by name", async () => {
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

  it("hands on the link of its public page, and says who may watch", async () => {
    opened = await openScreen("/cctv", language, answers([aCamera({ is_public: true, code: "cam2345675" })]));
    const { user } = opened;
    await user.click(await screen.findByRole("button", { name: t.actions }));
    await user.click(await screen.findByRole("menuitem", { name: t.share }));
    const dialog = within(await screen.findByRole("dialog", { name: t.shareTitle }));
    expect(dialog.getByDisplayValue(/\/cctv\/cam2345675$/)).toBeTruthy();
    expect(dialog.getByText(t.shareTo)).toBeTruthy();
  });

  it("offers of its acts only those that the caller may do", async () => {
    const only = [aCamera({ can: { view: true, check: false, edit: false, delete: false } })];
    opened = await openScreen("/cctv", language, answers(only));
    await opened.user.click(await screen.findByRole("button", { name: t.actions }));
    await screen.findByRole("menu");
    for (const name of [t.delete, t.edit, t.check])
      expect(screen.queryByRole("menuitem", { name })).toBeNull();
  });

  it("narrows by state in its address, and finds the way back from nothing", async () => {
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

  it("can be a table, which tells how reliable each is", async () => {
    opened = await openScreen("/cctv?view=table", language, answers());
    const row = (await screen.findByRole("link", { name: "Gate 2" })).closest("[role=row]");
    expect(row?.textContent).toContain(t.uptime);
  });

  it("says what to do while there are none", async () => {
    opened = await openScreen("/cctv", language, answers([]));
    await screen.findByText(t.empty);
  });
});
