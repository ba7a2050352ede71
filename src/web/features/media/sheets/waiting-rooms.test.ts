import { expect, it } from "vitest";
import type { SheetRoom } from "#contract/sheets.ts";
import { readAct } from "#web/lib/outbox/act.ts";
import { displayedRooms } from "./waiting-rooms.ts";

const rooms = [
  { id_room: 1, x: 0.1, y: 0.1 },
  { id_room: 2, x: null, y: null },
] as SheetRoom[];
const move = (x: number, change: object = {}) =>
  readAct({
    guid: `g${x}`,
    kind: "room_position",
    user: 1,
    payload: {
      id_room: 2,
      room: "Hall",
      id_sheet: 5,
      sheet: "Level 1",
      x,
      y: 0.5,
      heading: null,
      from: { id_sheet: null, x: null, y: null },
    },
    ...change,
  });
const actsOf = (...acts: ReturnType<typeof readAct>[]) => acts.flatMap((act) => act ?? []);

it("shows a room at the last position that waits, on its floor plan only", () => {
  const acts = actsOf(move(0.3), move(0.4));
  expect(displayedRooms(rooms, acts, 5).map(({ x }) => x)).toEqual([0.1, 0.4]);
  expect(displayedRooms(rooms, acts, 6)).toBe(rooms);
});

it("shows the server's position while a decision is needed", () => {
  expect(displayedRooms(rooms, actsOf(move(0.3, { state: "conflict" })), 5)).toBe(rooms);
});
