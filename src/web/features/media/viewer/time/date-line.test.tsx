import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Moment } from "#contract/viewer.ts";
import { ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { picture, room } from "../test-rooms.ts";
import { openViewer, threeRooms } from "../testing.ts";
import { wordsIn } from "../texts.ts";

const [en, ar] = await Promise.all([wordsIn("en"), wordsIn("ar")]);
const texts = { en: en.translate, ar: ar.translate };

let opened: Awaited<ReturnType<typeof openViewer>> | undefined;
afterEach(() => opened?.close());

const moment = (code: string, id_room: number, visit_date: string): Moment => ({
  code,
  visit: `Walk ${code}`,
  visit_date,
  id_room,
  room: "Lobby",
  north: 0,
  has_north: true,
  picture: picture(),
});

const three = [
  moment("older23456", 71, "2026-06-01T09:00:00Z"),
  moment(threeRooms.code, 1, threeRooms.visit_date),
  moment("newer23456", 91, "2026-10-01T09:00:00Z"),
];

const open = async (language: "en" | "ar", moments: readonly Moment[]) =>
  (opened = await openViewer(language, {
    visit: { has_history: true },
    answers: {
      "GET /api/viewer-timeline": () => ok(moments),
      "GET /api/viewer-visit": ({ query }) =>
        ok(
          query.get("code") === "newer23456"
            ? { ...threeRooms, code: "newer23456", rooms: [room({ id: 91, name: "Lobby" })] }
            : threeRooms,
        ),
    },
  }));

describe.each(["en", "ar"] as const)("the dates of a spot in %s", (language) => {
  const t = texts[language];
  const it = inTurns(language);
  const line = () => screen.findByRole("navigation", { name: t("viewer.dates.label") });

  it("are on a line, oldest first, with the one on the screen marked", async () => {
    const { api } = await open(language, three);
    const dates = within(await line()).getAllByRole("listitem");
    expect(api.calls("GET /api/viewer-timeline"), "requested once").toHaveLength(1);
    expect(dates.map((date) => within(date).getByRole("button").getAttribute("aria-current"))).toEqual([
      null,
      "date",
      null,
    ]);
    expect(document.querySelector("#viewer")?.hasAttribute("data-dates")).toBe(true);
  });

  it("are navigated by the arrows in screen order, and opened by Enter", async () => {
    const { user } = await open(language, three);
    const [, current, newer] = within(await line())
      .getAllByRole("listitem")
      .map((date) => within(date).getByRole("button"));
    current?.focus();
    await user.keyboard(language === "ar" ? "{ArrowLeft}" : "{ArrowRight}");
    expect(document.activeElement).toBe(newer);
    await user.keyboard("{Enter}");
    await screen.findByRole("button", { name: /Walk newer23456/, current: "date" });
    expect(location.pathname).toBe("/viewer/newer23456/91");
  });

  it("stop at the oldest and the newest", async () => {
    const { user } = await open(language, three);
    const newer = await screen.findByRole("button", { name: t("viewer.dates.newer") });
    expect(newer.getAttribute("aria-disabled")).toBeNull();
    await user.click(newer);
    await screen.findByRole("button", { name: /Walk newer23456/, current: "date" });
    expect(newer.getAttribute("aria-disabled")).toBe("true");
  });

  it("say that none is known where there are other dates, and offer to select one", async () => {
    await open(language, []);
    const nav = await line();
    expect(within(nav).getByText(t("viewer.dates.none"))).toBeDefined();
    expect(within(nav).getByRole("button", { name: t("viewer.dates.choose") })).toBeDefined();
  });

  it("are hidden where there is only one date", async () => {
    const { tour } = await open(language, three);
    await line();
    act(() => tour.room.set(undefined));
    expect(tour.room.get()).toBeUndefined();
    await opened?.close();
    opened = await openViewer(language);
    await screen.findByRole("button", { name: t("viewer.snapshot.take") });
    expect(screen.queryByRole("navigation", { name: t("viewer.dates.label") })).toBeNull();
  });
});
