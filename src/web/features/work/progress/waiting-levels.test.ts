import { expect, it } from "vitest";
import { readAct } from "#web/lib/outbox/act.ts";
import { shownFloors, waitingEntries } from "./waiting-levels.ts";

const floors = [
  {
    id_sheet: 1,
    name: "Level 1",
    percent: 30,
    places: [
      { place: "Hall", percent: 20, on_date: "2026-03-02" },
      { place: "Lobby", percent: 40, on_date: "2026-03-10" },
    ],
  },
  { id_sheet: 2, name: "Level 2", percent: null, places: [] },
];
const entry = (place: string, percent: number, change: object = {}) =>
  readAct({
    guid: `${place} ${percent}`,
    kind: "progress_entry",
    user: 1,
    project: 7,
    payload: { id_sheet: 1, place, percent, on_date: "2026-03-05", note: "", from: null, where: "" },
    ...change,
  });
const shown = (...acts: ReturnType<typeof readAct>[]) =>
  shownFloors(
    floors,
    waitingEntries(
      acts.flatMap((act) => act ?? []),
      7,
    ),
    "2026-03-31",
  );

it("shows an area, and the mean of its floor, with the entry that waits", () => {
  const [first, second] = shown(entry("hall", 80));
  expect(first).toMatchObject({ percent: 60, places: [{ place: "Hall", percent: 80, isWaiting: true }, {}] });
  expect(first?.places[1]).not.toHaveProperty("isWaiting");
  expect(second).toBe(floors[1]);
});

it("adds an area that the server does not know yet", () => {
  expect(shown(entry("Roof", 90))[0]).toMatchObject({
    percent: 50,
    places: [{ place: "Hall" }, { place: "Lobby" }, { place: "Roof", percent: 90 }],
  });
});

it("applies an entry on a whole floor to the areas with earlier entries only", () => {
  expect(shown(entry("", 100))[0]).toMatchObject({
    percent: 70,
    places: [{ percent: 100 }, { percent: 40 }],
  });
});

it("keeps the server's level where its entry is later, refused or of another project", () => {
  expect(shown(entry("Lobby", 90))[0]).toMatchObject({ percent: 30 });
  expect(shown(entry("Hall", 90, { state: "conflict" }))[0]).toBe(floors[0]);
  expect(shown(entry("Hall", 90, { project: 8 }))[0]).toBe(floors[0]);
});
