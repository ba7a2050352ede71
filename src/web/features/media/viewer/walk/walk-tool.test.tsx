import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { ViewerWalks } from "#contract/viewer.ts";
import { ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { says } from "#web/testing/say.ts";
import { openViewer } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openViewer>> | undefined;
afterEach(() => opened?.close());

const place = { y: 0.5, heading: null };
const sheet = {
  id_sheet: 6,
  name: "Level 2",
  floor: "",
  north: 0,
  image: "/media/plan.webp",
  rooms: [1, 2, 3].map((id_room) => ({ ...place, id_room, x: id_room / 4 })),
};
/** From west to east through all three rooms. */
const walks: ViewerWalks = {
  lines: [
    {
      id_sheet: 6,
      is_uncertain: false,
      points: [
        [0.2, 0.5],
        [0.5, 0.5],
      ],
    },
    {
      id_sheet: 6,
      is_uncertain: true,
      points: [
        [0.5, 0.5],
        [0.8, 0.5],
      ],
    },
    {
      id_sheet: 7,
      is_uncertain: false,
      points: [
        [0, 0],
        [1, 1],
      ],
    },
  ],
  steps: [
    { from: 1, to: 2, heading: 90, is_onward: true },
    { from: 2, to: 1, heading: -90, is_onward: false },
    { from: 2, to: 3, heading: 90, is_onward: true },
    { from: 3, to: 2, heading: -90, is_onward: false },
  ],
};

describe.each(["en", "ar"] as const)("a visit with a walk, viewed in %s", (language) => {
  const t = says(language);
  const it = inTurns(language);
  const open = async (has_walk = true) =>
    (opened = await openViewer(language, {
      visit: { sheets: [sheet], has_walk },
      answers: { "GET /api/viewer-walks": () => ok(walks) },
    }));
  const press = (key: string, options: object = {}) =>
    act(async () => void fireEvent.keyDown(document.body, { key, ...options }));
  const isIn = (id: number) => waitFor(() => expect(location.pathname).toBe(`/viewer/abcd2345ef/${id}`));
  const plan = async () => within(await screen.findByRole("region", { name: t("viewer.plan.label") }));

  it("leads along the walk by the upright arrow keys, in the direction faced and backwards", async () => {
    const { panorama } = await open();
    act(() => panorama.turn({ yaw: 80 }));
    await waitFor(async () => {
      await press("ArrowUp");
      expect(location.pathname).toBe("/viewer/abcd2345ef/2");
    });
    await press("ArrowUp");
    await isIn(3);
    // The walk ends here.
    await press("ArrowUp");
    await isIn(3);
    await press("ArrowDown");
    await isIn(2);
    act(() => panorama.turn({ yaw: -100 }));
    await press("ArrowUp");
    await isIn(1);
  });

  it("leaves the arrows to the photo with Shift, and in visits without a walk", async () => {
    const { panorama } = await open();
    act(() => panorama.turn({ yaw: 80 }));
    await plan();
    const keys: string[] = [];
    panorama.element.addEventListener("keydown", ({ key }) => keys.push(key));
    await press("ArrowUp", { shiftKey: true });
    expect(keys).toEqual(["ArrowUp"]);
    await opened?.close();
    const other = await open(false);
    other.panorama.element.addEventListener("keydown", ({ key }) => keys.push(key));
    await press("ArrowDown");
    expect(keys).toEqual(["ArrowUp", "ArrowDown"]);
    expect(other.tour.room.get()?.id).toBe(1);
  });

  it("draws the walk on the floor plan, with its uncertain part dashed and explained on the large one", async () => {
    const { user } = await open();
    const region = await screen.findByRole("region", { name: t("viewer.plan.label") });
    await waitFor(() => expect(region.querySelector("[data-lines='2']")).not.toBeNull());
    const dashes = [...region.querySelectorAll("[data-lines] polyline:last-child")].map((line) =>
      line.hasAttribute("stroke-dasharray"),
    );
    expect(dashes).toEqual([false, true]);
    await user.click(within(region).getByRole("button", { name: t("viewer.plan.expand") }));
    const legend = await screen.findByRole("list", { name: t("viewer.plan.lines") });
    expect(legend.textContent).toBe(t("viewer.plan.path") + t("viewer.plan.uncertain_path"));
  });

  it("lists the keys that lead along the walk in its help", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: t("viewer.actions.help") }));
    const help = await screen.findByRole("dialog");
    expect(help.textContent).toContain(t("viewer.help.walk"));
    expect(help.textContent).toContain(t("viewer.help.tilt"));
  });
});
