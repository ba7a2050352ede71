import { expect, it } from "vitest";
import type { SheetRoom } from "#contract/sheets.ts";
import { fromCompass, toCompass } from "./compass.ts";
import { nearestRoom } from "./nearest-room.ts";
import { newGuid } from "./photo-checks.ts";

const room = (
  name: string,
  x: number | null,
  y: number | null,
  visit_date = "2026-11-01T08:00:00Z",
): SheetRoom => ({
  id_room: 1,
  name,
  id_visit: 1,
  visit: "",
  visit_code: "",
  visit_date,
  thumbnail: null,
  x,
  y,
  heading: null,
  suggestion: null,
});

it("is measured on the paper, not in shares: a wide floor plan is wide", () => {
  const rooms = [room("Beside", 0.6, 0.5), room("Below", 0.5, 0.65), room("Nowhere", null, null)];
  const point = { x: 0.5, y: 0.5 };
  expect(nearestRoom(rooms, point, { width: 4000, height: 1000 })?.name).toBe("Below");
  expect(nearestRoom(rooms, point, { width: 1000, height: 1000 })?.name).toBe("Beside");
  expect(nearestRoom([], point, { width: 1, height: 1 })).toBeUndefined();
});

it("is that of the newest visit where several are at the same position", () => {
  const rooms = [room("Old", 0.5, 0.5, "2026-01-01T08:00:00Z"), room("New", 0.5, 0.5)];
  expect(nearestRoom(rooms, { x: 0.5, y: 0.5 }, { width: 1, height: 1 })?.name).toBe("New");
});

it("reads and writes directions as on a compass", () => {
  expect([-90, 0, 179.6, -0.4].map(toCompass)).toEqual([270, 0, 180, 0]);
  expect([270, 0, 180, 181].map(fromCompass)).toEqual([-90, 0, 180, -179]);
});

it("makes valid guids without a secure context, too", () => {
  const { randomUUID } = crypto;
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(newGuid()).toMatch(form);
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  try {
    expect(newGuid()).toMatch(form);
    expect(newGuid()).not.toBe(newGuid());
  } finally {
    Object.defineProperty(crypto, "randomUUID", { value: randomUUID, configurable: true });
  }
});
