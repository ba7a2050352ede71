import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { Snag } from "#contract/snags.ts";
import { ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { picture, room, unmade } from "./test-rooms.ts";
import { openViewer, point, threeRooms } from "./testing.ts";
import { wordsIn } from "./texts.ts";

const [en, ar] = await Promise.all([wordsIn("en"), wordsIn("ar")]);
const texts = { en: en.translate, ar: ar.translate };

let opened: Awaited<ReturnType<typeof openViewer>> | undefined;
afterEach(() => opened?.close());

const open = async (...how: Parameters<typeof openViewer>) => (opened = await openViewer(...how));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const focused = () => document.activeElement;

describe.each(["en", "ar"] as const)("the viewer in %s", (language) => {
  const t = texts[language];
  const it = inTurns(language);

  it("shows the project, the visit and its date", async () => {
    await open(language);
    const bar = screen.getByRole("banner");
    expect(within(bar).getByRole("heading", { level: 1, name: "Second floor" })).toBeDefined();
    expect(bar.textContent).toContain("Harbour Tower");
    expect(bar.querySelector("time")?.dateTime).toBe("2026-08-21T09:30:00Z");
    expect(bar.textContent).toContain("2026");
  });

  it("moves from room to room, announces it, and keeps the focus at the end of the row", async () => {
    const { user } = await open(language);
    const next = button(t("viewer.rooms.next"));
    await user.click(next);
    expect(location.pathname).toBe("/viewer/abcd2345ef/2");
    expect(screen.getByText(t("viewer.announce_room", { room: "Plant room", n: 2, total: 3 }))).toBeDefined();
    await user.click(next);
    const last = t("viewer.untitled", { n: 3 });
    expect(document.title).toContain(last);
    expect(next.getAttribute("aria-disabled")).toBe("true");
    expect(focused()).toBe(next);
    await user.click(next);
    expect(location.pathname).toBe("/viewer/abcd2345ef/3");
  });

  it("lists the rooms, focuses the current one, and returns the focus", async () => {
    const { user } = await open(language);
    await user.keyboard("r");
    const list = screen.getByRole("region", { name: t("viewer.rooms.label") });
    expect(within(list).getAllByRole("listitem")).toHaveLength(3);
    expect(list.textContent).toContain(t("viewer.rooms.count", { count: 3 }));
    expect(focused()).toBe(within(list).getByRole("button", { name: "Lobby", current: true }));
    await user.click(within(list).getByRole("button", { name: "Plant room" }));
    expect(within(list).getByRole("button", { current: true }).textContent).toBe("Plant room");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: t("viewer.rooms.label") })).toBeNull();
    expect(focused()?.id).toBe("viewer-rooms");
    expect(focused()?.getAttribute("aria-expanded")).toBe("false");
  });

  it("turns the needle with the view, and the view to north", async () => {
    const { user, panorama } = await open(language);
    act(() => panorama.turn({ yaw: 92 }));
    const east = t("viewer.compass.face_north", { direction: t("viewer.compass.directions.e") });
    const needle = button(east);
    expect(needle.querySelector("svg")?.style.rotate).toBe("-92deg");
    await user.click(needle);
    expect(panorama.looks.at(-1)).toEqual({ yaw: 0 });
  });

  it("shows no needle while north is not set", async () => {
    await open(language, { visit: { rooms: [room({ id: 1, has_north: false })] } });
    const name = t("viewer.compass.face_north", { direction: t("viewer.compass.directions.n") });
    expect(screen.getByTitle(name).style.display).toBe("none");
  });

  it("zooms in and out", async () => {
    const { user, panorama } = await open(language);
    await user.click(button(t("viewer.actions.zoom_in")));
    expect(panorama.looks.at(-1)).toEqual({ fov: 45 });
    await user.click(button(t("viewer.actions.zoom_out")));
    expect(panorama.looks.at(-1)).toEqual({ fov: 60 });
  });

  it("shows its keys on a question mark, and closes them by Close", async () => {
    const { user } = await open(language);
    await user.keyboard("?");
    const help = await screen.findByRole("dialog", { name: t("viewer.help.title") });
    expect(within(help).getByText("Home")).toBeDefined();
    await user.click(within(help).getByRole("button", { name: t("viewer.actions.close") }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("changes its language in place, and keeps the room and the focus", async () => {
    const { user } = await open(language);
    await user.click(button(t("viewer.rooms.next")));
    const other = language === "en" ? "ar" : "en";
    await user.click(button(other === "ar" ? "العربية" : "English"));
    expect(await screen.findByRole("button", { name: texts[other]("viewer.actions.share") })).toBeDefined();
    expect(document.documentElement.dir).toBe(other === "ar" ? "rtl" : "ltr");
    expect(screen.getAllByRole("banner")).toHaveLength(1);
    expect(focused()?.id).toBe("viewer-language");
    expect(focused()?.getAttribute("lang")).toBe(language);
    expect(location.pathname).toBe("/viewer/abcd2345ef/2");
  });

  it("says that a room could not be loaded, and retries", async () => {
    const broken = room({ id: 2, name: "Roof", picture: picture({ base: "/media/broken.webp" }) });
    const { user, panorama } = await open(language, { visit: { rooms: [room({ id: 1 }), broken] } });
    panorama.fails.add("/media/broken.webp");
    await user.click(button(t("viewer.rooms.next")));
    expect(await screen.findByText(t("viewer.notice.room_failed", { room: "Roof" }))).toBeDefined();
    panorama.fails.clear();
    await user.click(button(t("viewer.actions.retry")));
    expect(screen.queryByText(t("viewer.notice.room_failed", { room: "Roof" }))).toBeNull();
    expect(location.pathname).toBe("/viewer/abcd2345ef/2");
  });

  it("covers the room whose picture is being processed, and uncovers it", async () => {
    const making = room({ id: 1, name: "Lobby", picture: picture(unmade) });
    const { tour } = await open(language, { visit: { rooms: [making] } });
    const title = () => screen.queryByRole("heading", { name: t("viewer.notice.preparing_title") });
    expect(title()).not.toBeNull();
    expect(screen.queryByRole("button", { name: t("viewer.actions.zoom_in") })).toBeNull();
    act(() => tour.room.set(room({ id: 1, name: "Lobby" })));
    expect(title()).toBeNull();
    expect(button(t("viewer.actions.zoom_in"))).toBeDefined();
  });

  it("says that a visit has no rooms", async () => {
    await open(language, { visit: { rooms: [] } });
    expect(screen.getByRole("heading", { name: t("viewer.notice.empty_title") })).toBeDefined();
  });

  it("shows a flat picture where the browser has no WebGL", async () => {
    const { user } = await open(language, { isFlat: true });
    expect(screen.getByText(t("viewer.notice.no_webgl"))).toBeDefined();
    expect(screen.getByRole("img", { name: "Lobby" })).toBeDefined();
    await user.click(button(t("viewer.rooms.next")));
    expect(screen.getByRole("img", { name: "Plant room" })).toBeDefined();
  });

  it("links members back to the application, and guests nowhere", async () => {
    const { user } = await open(language, { visit: { id_visit: 5, id_project: 9 } });
    await user.click(await screen.findByRole("button", { name: t("viewer.leave.label") }));
    const entries = within(screen.getByRole("menu", { name: t("viewer.leave.label") }))
      .getAllByRole("menuitem")
      .map((entry) => entry.getAttribute("href"));
    expect(entries).toEqual(["/project/9", "/editvisit/5", "/dashboard"]);
    await opened?.close();
    await open(language);
    expect(screen.queryByRole("button", { name: t("viewer.leave.label") })).toBeNull();
  });

  it("shows the number of views of the visit", async () => {
    await open(language);
    const figure = await screen.findByTitle(/7/);
    expect(screen.getByRole("banner").contains(figure)).toBe(true);
  });

  it("moves along the links in the picture", async () => {
    const way = point({ id: 4, kind: "link", id_room: 2 });
    const { user } = await open(language, { points: { 1: [way] } });
    const name = t("viewer.rooms.go_to", { room: "Plant room" });
    await user.click(await screen.findByRole("button", { name }));
    expect(location.pathname).toBe("/viewer/abcd2345ef/2");
    expect(screen.queryByRole("button", { name })).toBeNull();
    expect(focused()?.getAttribute("role")).toBe("application");
  });

  it("moves a point without a new button and without rendering", async () => {
    const way = point({ id: 4, kind: "link", id_room: 2 });
    const { tour, panorama } = await open(language, { points: { 1: [way] } });
    const before = await screen.findByRole("button", {
      name: t("viewer.rooms.go_to", { room: "Plant room" }),
    });
    before.focus();
    const drawn = before.innerHTML;
    // Outside of `act`, so nothing that it would render is rendered.
    tour.change([{ ...way, yaw: 30, version: 2 }]);
    expect(panorama.markers[0]).toMatchObject({ yaw: 30, element: before });
    expect(before.innerHTML).toBe(drawn);
    expect(focused()).toBe(before);
  });

  it("opens the card of a point, adds it to the address, and returns to the former view on close", async () => {
    const note = point({
      id: 7,
      kind: "web",
      label: "Data sheet",
      text: "Stone",
      url: "https://stone.example/a",
    });
    const { user } = await open(language, { points: { 1: [note] } });
    const pin = await screen.findByRole("button", { name: /Data sheet/ });
    await user.click(pin);
    const card = await screen.findByRole("dialog", { name: "Data sheet" });
    expect(location.pathname).toBe("/viewer/abcd2345ef/1/i7");
    expect(within(card).getByText("Stone")).toBeDefined();
    const link = within(card).getByRole("link");
    expect(link.getAttribute("href")).toBe("https://stone.example/a");
    expect(link.textContent).toContain("stone.example");
    expect(pin.hasAttribute("data-open")).toBe(true);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(location.pathname).toBe("/viewer/abcd2345ef/1");
    expect(focused()).toBe(pin);
  });

  it("enlarges a photo, and Escape returns to the card", async () => {
    const photo = point({ id: 8, kind: "photo", label: "Before", media: "/media/before.webp" });
    const { user } = await open(language, { points: { 1: [photo] } });
    await user.click(await screen.findByRole("button", { name: /Before/ }));
    const card = await screen.findByRole("dialog", { name: "Before" });
    await user.click(within(card).getByRole("button", { name: new RegExp(t("viewer.points.photo_large")) }));
    expect(screen.getByRole("img", { name: "Before" }).getAttribute("src")).toBe("/media/before.webp");
    await user.click(screen.getByRole("img", { name: "Before" }));
    expect(screen.queryByRole("img", { name: "Before" })).toBeNull();
    expect(screen.getByRole("dialog", { name: "Before" })).toBeDefined();
  });

  it("shows a snag's pin data at once, and the rest when it has loaded", async () => {
    const snag = point({
      id: 12,
      kind: "snag",
      label: "Crack",
      number: 3,
      status: "ready",
      priority: "high",
    });
    const facts: Partial<Snag> = {
      title: "Crack",
      text: "Above the door",
      trade: "Masonry",
      due_date: "2026-12-04",
      is_overdue: true,
      assignee: null,
      invited: null,
      crew: null,
      photos: [],
    };
    const { user } = await open(language, {
      points: { 1: [snag] },
      answers: { "GET /api/annotations/{id}": () => ok(facts) },
    });
    const status = t("viewer.points.statuses.ready");
    await user.click(
      await screen.findByRole("button", {
        name: `${t("viewer.points.snag_marker", { n: 3, status })}. Crack`,
      }),
    );
    const card = await screen.findByRole("dialog", { name: "Crack" });
    expect(within(card).getByText(status)).toBeDefined();
    expect(within(card).getByText(t("viewer.points.priorities.high"))).toBeDefined();
    expect(await within(card).findByText("Above the door")).toBeDefined();
    expect(within(card).getByText("Masonry")).toBeDefined();
    expect(within(card).getByText(new RegExp(t("viewer.points.overdue")))).toBeDefined();
    expect(within(card).getByRole("link").getAttribute("href")).toBe("/snags/12");
  });

  it("says that a snag could not be loaded", async () => {
    const snag = point({ id: 12, kind: "snag", label: "Crack" });
    const { user } = await open(language, {
      points: { 1: [snag] },
      answers: { "GET /api/annotations/{id}": () => refuse(403, "FORBIDDEN", "No.") },
    });
    await user.click(await screen.findByRole("button", { name: /Crack/ }));
    expect(await screen.findByText(t("viewer.points.failed"))).toBeDefined();
  });

  it("shows the current room on the floor plan, turns its cone, and links to the other rooms", async () => {
    const place = { heading: null, y: 0.5 };
    const rooms = [
      { ...place, id_room: 1, x: 0.2 },
      { ...place, id_room: 2, x: 0.8 },
    ];
    const sheet = { id_sheet: 6, name: "Level 2", floor: "", north: 0, image: "/media/plan.webp", rooms };
    const { user, panorama } = await open(language, { visit: { sheets: [sheet] } });
    const plan = await screen.findByRole("region", { name: t("viewer.plan.label") });
    expect(plan.textContent).toContain("Level 2");
    const here = within(plan).getByRole("button", { current: "location" });
    expect(here.getAttribute("aria-label")).toBe(t("viewer.plan.here", { room: "Lobby" }));
    act(() => panorama.turn({ yaw: 40 }));
    expect(plan.querySelector<SVGElement>("[data-heading]")?.dataset["heading"]).toBe("40.0");
    await user.click(
      within(plan).getByRole("button", { name: t("viewer.rooms.go_to", { room: "Plant room" }) }),
    );
    expect(location.pathname).toBe("/viewer/abcd2345ef/2");
    await user.click(within(plan).getByRole("button", { name: t("viewer.plan.expand") }));
    const large = await screen.findByRole("dialog", { name: t("viewer.plan.label") });
    expect(within(large).getByRole("button", { current: "location" })).toBe(focused());
    await user.click(within(large).getByRole("button", { name: t("viewer.rooms.go_to", { room: "Lobby" }) }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(within(plan).getByRole("button", { name: t("viewer.plan.hide") }));
    expect(screen.queryByRole("region", { name: t("viewer.plan.label") })).toBeNull();
    expect(focused()).toBe(button(t("viewer.plan.label")));
    expect(focused()?.getAttribute("aria-pressed")).toBe("false");
  });
});

describe("the tools of the viewer", () => {
  const t = texts.en;

  test("offer a guest only what a guest may do", async () => {
    await open("en");
    await screen.findByRole("button", { name: t("viewer.snapshot.take") });
    expect(screen.queryByRole("button", { name: t("viewer.edit.start") })).toBeNull();
  });

  test("offer members what they may do, and the rest by a press where space is short", async () => {
    const { user } = await open("en", {
      visit: { id_visit: 5, id_project: 9, can: { edit: true, add_snag: true, guide: true } },
    });
    const box = await screen.findByRole("region", { name: t("viewer.actions.toolbox") });
    await within(box).findByRole("button", { name: t("viewer.edit.start") });
    expect(within(box).getByRole("button", { name: t("viewer.edit.snag") })).toBeDefined();
    const more = within(box).getByRole("button", { name: t("viewer.actions.more_tools"), hidden: true });
    await user.click(more);
    expect(more.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{Escape}");
    expect(more.getAttribute("aria-expanded")).toBe("false");
  });

  test("remove actions whose permission was withdrawn", async () => {
    const { tour } = await open("en", { visit: { id_visit: 5, can: { edit: true } } });
    await screen.findByRole("button", { name: t("viewer.edit.start") });
    act(() => tour.visit.set({ ...threeRooms, id_visit: 5 }));
    expect(screen.queryByRole("button", { name: t("viewer.edit.start") })).toBeNull();
  });
});
