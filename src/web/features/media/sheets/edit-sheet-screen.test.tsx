import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { SheetRoom, SheetVersion } from "#contract/sheets.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { createFormatter } from "#web/lib/format.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aSheet, aSheetRoom } from "./testing.ts";

beforeAll(() => {
  // jsdom has no layout, and no ResizeObserver.
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => 800 },
    clientHeight: { configurable: true, get: () => 600 },
  });
  globalThis.ResizeObserver ??= class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
});

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    move: t("sheets.move_room", { name: "Hall" }),
    middle: t("sheets.put_middle", { name: "Roof" }),
    off: t("sheets.take_off", { name: "Hall" }),
    arrange: t("sheets.arrange"),
    proposed: t("sheets.proposed", { name: "Roof" }),
    accept: t("sheets.accept"),
    undo: t("sheets.undo"),
    plan: t("sheets.plan_of", { name: "Ground floor" }),
    restore: t("sheets.restore_version", { version: 1 }),
    compare: t("sheets.compare", { version: 1 }),
    overlay: t("sheets.overlay"),
    notPlaced: t("sheets.not_placed"),
    name: new RegExp(`^${t("sheets.name")}`),
    required: t("sheets.name_required"),
    save: t("common.save"),
    readOnly: t("sheets.read_only"),
    remove: t("sheets.delete"),
    walk: t("sheets.legend.walk", {
      name: "Week 11",
      date: createFormatter(language).date(aVisit().visit_date),
    }),
    uncertain: t("walks.uncertain_line"),
    question: t("sheets.delete_title", { name: "Ground floor" }),
  };
};

const version = (number: number, change: Partial<SheetVersion> = {}): SheetVersion => ({
  version: number,
  name: `floor-${number}.pdf`,
  bytes: 120_000,
  image: `/media/plan-${number}.webp`,
  original: `/media/plan-${number}.pdf`,
  author: { id_user: 1, name: "Site Office", code: "usr2345678", avatar: null },
  created_at: "2026-11-10T08:00:00.000Z",
  is_current: false,
  ...change,
});

/** A server with a floor plan: the hall is placed on it; the roof is not, though it was once. */
function keeper(): { answers: Answers; rooms: () => SheetRoom[] } {
  let rooms = [
    aSheetRoom(),
    aSheetRoom({ id_room: 8, name: "Roof", x: null, y: null, suggestion: { x: 0.7, y: 0.8 } }),
  ];
  return {
    rooms: () => rooms,
    answers: {
      "GET /api/maps/5": () => ok(aSheet()),
      "GET /api/maps": () => ok([aSheet()]),
      "GET /api/maps/5/rooms": () => ok(rooms),
      "GET /api/maps/5/walk": () => ok(null),
      "GET /api/maps/5/versions": () => ok([version(2, { is_current: true }), version(1)]),
      "POST /api/maps/5/arrange": () => ok([{ id_room: 8, x: 0.7, y: 0.8 }]),
      "GET /api/visits": () => ok({ items: [aVisit()], total: 1, page: 1, per_page: 100 }),
      "PUT /api/maps/5/room-positions": ({ body }) => {
        const places = (body as { rooms: { id_room: number; x: number | null; y: number | null }[] }).rooms;
        rooms = rooms.map((room) => ({ ...room, ...places.find(({ id_room }) => id_room === room.id_room) }));
        return ok(rooms);
      },
    },
  };
}

const onPlan = (name: string) => screen.findByRole("button", { name });

describe.each(["en", "ar"] as const)("the page of a floor plan in %s", (language) => {
  const it = inTurns(language);
  const t = wordsIn(language);

  it("moves a pin by the arrow keys, with left as left in every language, and removes it by Delete", async () => {
    const { answers, rooms } = keeper();
    opened = await openScreen("/editsheet/5", language, answers);
    const pin = await onPlan(t.move);
    fireEvent.keyDown(pin, { key: "ArrowLeft", shiftKey: true });
    await waitFor(() => expect(rooms()[0]?.x).toBeCloseTo(0.23));
    fireEvent.keyDown(await onPlan(t.move), { key: "ArrowDown" });
    await waitFor(() => expect(rooms()[0]?.y).toBeCloseTo(0.502));
    fireEvent.keyDown(await onPlan(t.move), { key: "Delete" });
    await waitFor(() => expect(rooms()[0]).toMatchObject({ x: null, y: null }));
    await waitFor(() => expect(screen.queryByRole("button", { name: t.move })).toBeNull());
  });

  it("proposes positions, saves accepted ones, and offers to undo for a while", async () => {
    const { answers, rooms } = keeper();
    opened = await openScreen("/editsheet/5", language, answers);
    await opened.user.click(await onPlan(t.arrange));
    await screen.findByText(t.proposed);
    expect(rooms()[1]?.x).toBeNull();
    await opened.user.click(await onPlan(t.accept));
    await waitFor(() => expect(rooms()[1]).toMatchObject({ x: 0.7, y: 0.8 }));
    await opened.user.click(await onPlan(t.undo));
    await waitFor(() => expect(rooms()[1]).toMatchObject({ x: null, y: null }));
    expect(rooms()[0]?.x).toBe(0.25);
  });

  it("draws the walk of the selected visit, dashed where it is uncertain, and says what the lines are", async () => {
    const asked: (string | null)[] = [];
    opened = await openScreen("/editsheet/5", language, {
      ...keeper().answers,
      "GET /api/maps/5/walk": ({ query }) => {
        asked.push(query.get("id_visit"));
        const points = [
          [0.1, 0.2],
          [0.3, 0.4],
        ];
        const lines = [
          { is_uncertain: false, points },
          { is_uncertain: true, points },
        ];
        const visit = { id_visit: aVisit().id, visit: "Week 11", visit_date: aVisit().visit_date };
        return ok({ ...visit, lines });
      },
    });
    expect(await screen.findByText(t.walk)).toBeTruthy();
    expect(screen.getByText(t.uncertain)).toBeTruthy();
    expect(asked.at(-1)).toBe(String(aVisit().id));
    const dashes = [...document.querySelectorAll("[data-lines] polyline:last-child")].map((line) => [
      line.getAttribute("points"),
      line.hasAttribute("stroke-dasharray"),
    ]);
    expect(dashes).toEqual([
      ["0.1,0.2 0.3,0.4", false],
      ["0.1,0.2 0.3,0.4", true],
    ]);
  });

  it("removes a room by the list", async () => {
    const { answers, rooms } = keeper();
    opened = await openScreen("/editsheet/5", language, answers);
    await opened.user.click(await onPlan(t.off));
    await waitFor(() => expect(rooms()[0]?.x).toBeNull());
  });

  it("overlays an earlier version on the floor plan, and restores it", async () => {
    const restored: string[] = [];
    opened = await openScreen("/editsheet/5", language, {
      ...keeper().answers,
      "PUT /api/maps/5/versions/1": () => {
        restored.push("1");
        return ok(aSheet({ version: 3 }));
      },
    });
    await screen.findByRole("button", { name: t.move });
    await opened.user.click(await onPlan(t.compare));
    await screen.findByRole("slider", { name: t.overlay });
    expect(document.querySelector("img[data-overlay]")?.getAttribute("src")).toBe("/media/plan-1.webp");
    await opened.user.click(await onPlan(t.restore));
    await waitFor(() => expect(restored).toEqual(["1"]));
    await waitFor(() => expect(document.querySelector("img[data-overlay]")).toBeNull());
  });

  it("reverts a position that the server rejects, and says so", async () => {
    const { answers } = keeper();
    opened = await openScreen("/editsheet/5", language, {
      ...answers,
      "PUT /api/maps/5/room-positions": () => refuse(403, "SHEET_EDIT_DENIED", "No."),
    });
    await opened.user.click(await onPlan(t.middle));
    await screen.findByText(t.notPlaced);
    await onPlan(t.middle);
  });

  it("sends only the changed fields, and keeps the input when the server rejects it", async () => {
    const sent: unknown[] = [];
    opened = await openScreen("/editsheet/5", language, {
      ...keeper().answers,
      "PUT /api/maps/5": ({ body }) => {
        sent.push(body);
        return refuse(422, "VALIDATION", "No.", { name: ["sheets.name_required"] });
      },
    });
    const name = await screen.findByRole("textbox", { name: t.name });
    await opened.user.clear(name);
    await opened.user.type(name, " ");
    await opened.user.click(screen.getByRole("button", { name: t.save }));
    await screen.findByText(t.required);
    expect(sent).toEqual([{ name: " " }]);
    expect((name as HTMLInputElement).value).toBe(" ");
  });

  it("asks before the floor plan is deleted, then navigates to the projects", async () => {
    let isGone = false;
    opened = await openScreen("/editsheet/5", language, {
      ...keeper().answers,
      "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
      "GET /api/users/invitations": () => ok([]),
      "DELETE /api/maps": ({ body }) => {
        isGone = (body as { ids: number[] }).ids[0] === 5;
        return ok({});
      },
    });
    await opened.user.click(await screen.findByRole("button", { name: t.remove }));
    const question = await screen.findByRole("alertdialog", { name: t.question });
    expect(isGone).toBe(false);
    await opened.user.click(within(question).getByRole("button", { name: t.remove }));
    await waitFor(() => expect(location.pathname).toBe("/projects"));
    expect(isGone).toBe(true);
  });

  it("shows a view-only floor plan without tools", async () => {
    opened = await openScreen("/editsheet/5", language, {
      ...keeper().answers,
      "GET /api/maps/5": () => ok(aSheet({ can: { view: true, edit: false, delete: false } })),
    });
    await screen.findByText(t.readOnly);
    await screen.findByRole("application", { name: t.plan });
    expect(screen.queryByRole("button", { name: t.remove })).toBeNull();
    expect(screen.queryByRole("button", { name: t.move })).toBeNull();
    expect(screen.queryByRole("button", { name: t.middle })).toBeNull();
    expect(screen.queryByRole("button", { name: t.restore })).toBeNull();
  });
});
