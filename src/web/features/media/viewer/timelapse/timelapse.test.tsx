import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { SpotTimelapse } from "#contract/spot-timelapses.ts";
import type { Moment } from "#contract/viewer.ts";
import { ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { says } from "#web/testing/say.ts";
import { picture } from "../test-rooms.ts";
import { openViewer, threeRooms } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openViewer>> | undefined;
afterEach(() => opened?.close());

const moment = (id_room: number, visit_date: string, has_north = true): Moment => ({
  code: `walk${id_room}`,
  visit: `Walk ${id_room}`,
  visit_date,
  id_room,
  room: "Lobby",
  north: 0,
  has_north,
  picture: picture(),
});
const moments = [
  moment(71, "2026-06-01T09:00:00Z"),
  moment(1, threeRooms.visit_date),
  moment(91, "2026-10-01T09:00:00Z", false),
];

const item = (change: Partial<SpotTimelapse>): SpotTimelapse => ({
  id: 5,
  title: "Slab",
  id_room: 1,
  dates: 3,
  is_turning: false,
  state: "waiting",
  progress: 0,
  problem: null,
  video: null,
  created_at: "2026-11-26T08:00:00Z",
  ...change,
});

describe.each(["en", "ar"] as const)("the time-lapse of a spot in %s", (language) => {
  const t = says(language);
  const it = inTurns(language);
  const route = "POST /api/projects/{id}/spot-timelapses";
  let items: SpotTimelapse[] = [];
  const open = async (shown: readonly Moment[] = moments, answer = () => ok(item({}))) => {
    items = [];
    opened = await openViewer(language, {
      visit: { id_project: 7, id_visit: 3, can: { guide: true, timelapse: true } },
      query: "?timelapse=1",
      answers: {
        "GET /api/viewer-timeline": () => ok(shown),
        "GET /api/projects/{id}/photos": () => ok({ items: [], total: 0, page: 1, per_page: 1 }),
        "GET /api/projects/{id}/spot-timelapses": () => ok({ items }),
        "DELETE /api/projects/{id}/spot-timelapses/{spot_timelapse}": () => {
          items = [];
          return ok({});
        },
        [route]: () => {
          items = [item({})];
          return answer();
        },
      },
    });
    return {
      ...opened,
      dialog: within(await screen.findByRole("dialog", { name: new RegExp(t("spot_timelapses.open")) })),
      sent: () => opened?.api.received.filter((call) => call.route === route).map(({ body }) => body) ?? [],
    };
  };

  it("is requested in the direction on the screen, and listed with its progress", async () => {
    const { dialog, user, sent } = await open();
    const create = await dialog.findByRole("button", { name: t("spot_timelapses.create") });
    expect(dialog.getByText(t("spot_timelapses.north_missing", { count: 1 }))).toBeDefined();
    await user.type(dialog.getByRole("textbox", { name: t("spot_timelapses.name") }), "Slab");
    await user.click(create);
    expect(await dialog.findByText(t("spot_timelapses.started"))).toBeDefined();
    expect(sent()).toMatchObject([{ id_room: 1, title: "Slab", bearing: 0, is_turning: false, language }]);
    expect(sent()[0]).not.toHaveProperty("rooms");
    expect(await dialog.findByText(new RegExp(t("spot_timelapses.waiting")))).toBeDefined();
    await user.click(dialog.getByRole("button", { name: t("spot_timelapses.cancel") }));
    await waitFor(() => expect(dialog.queryByText("Slab", { selector: "p" })).toBeNull());
  });

  it("shows selected dates only, at least two", async () => {
    const { dialog, user, sent } = await open();
    await user.selectOptions(
      await dialog.findByRole("combobox", { name: t("spot_timelapses.dates") }),
      "picked",
    );
    const boxes = dialog.getAllByRole("checkbox");
    await user.click(boxes[0] ?? document.body);
    await user.click(boxes[1] ?? document.body);
    expect(dialog.getByText(t("spot_timelapses.too_few"))).toBeDefined();
    await user.click(dialog.getByRole("button", { name: t("spot_timelapses.create") }));
    expect(sent()).toEqual([]);
    await user.click(boxes[0] ?? document.body);
    await user.click(dialog.getByRole("button", { name: t("spot_timelapses.create") }));
    await waitFor(() => expect(sent()).toMatchObject([{ rooms: [71, 91] }]));
  });

  it("says in words why it was refused", async () => {
    const { dialog, user } = await open(moments, () => refuse(422, "SPOT_DATES_MISSING", "Too few"));
    await user.click(await dialog.findByRole("button", { name: t("spot_timelapses.create") }));
    await waitFor(() => expect(dialog.queryByText(t("spot_timelapses.started"))).toBeNull());
    expect(await dialog.findByText(t("errors.code.SPOT_DATES_MISSING"))).toBeDefined();
  });

  it("explains what is missing for a spot of one date, and leaves the request out of the address", async () => {
    const { dialog, user } = await open(moments.slice(0, 1));
    expect(await dialog.findByText(t("spot_timelapses.none_title"))).toBeDefined();
    expect(dialog.queryByRole("button", { name: t("spot_timelapses.create") })).toBeNull();
    await user.click(dialog.getByRole("button", { name: t("viewer.actions.close") }));
    expect(new URLSearchParams(location.search).has("timelapse")).toBe(false);
  });
});
