import { describe, expect, it } from "vitest";
import { groupSpots, type PlacedRoom } from "./spots.ts";

let last = 0;
const room = (id_visit: number, values: Partial<PlacedRoom> = {}): PlacedRoom => {
  last += 1;
  return {
    id_room: last,
    id_visit,
    id_code: null,
    name: `Room ${last}`,
    is_named: true,
    position: 0,
    id_spot: null,
    id_sheet: null,
    x: null,
    y: null,
    width_metres: null,
    ratio: null,
    denied: [],
    ...values,
  };
};
const ids = (rooms: readonly PlacedRoom[]) =>
  groupSpots(rooms).map((group) => group.rooms.map(({ id_room }) => id_room));

describe("the spots of a project", () => {
  it("join rooms that are bound, near each other on a floor plan, or of one name", () => {
    const [a, b, c] = [
      room(2, { id_spot: 7, name: "Hall" }),
      room(2, { id_sheet: 1, x: 0.2, y: 0.2, width_metres: 40 }),
      room(2, { name: "Roof" }),
    ];
    const older = [
      room(1, { id_spot: 7, name: "Entrance" }),
      // Two metres away; the next is four.
      room(1, { id_sheet: 1, x: 0.25, y: 0.2, width_metres: 40 }),
      room(1, { name: " roof " }),
      room(1, { id_sheet: 1, x: 0.3, y: 0.2, width_metres: 40 }),
    ];
    expect(ids([a, b, c, ...older])).toEqual([
      [a.id_room, older[0]?.id_room],
      [b.id_room, older[1]?.id_room],
      [c.id_room, older[2]?.id_room],
      [older[3]?.id_room],
    ]);
  });

  it("never hold two rooms of one visit", () => {
    const near = { id_sheet: 1, x: 0.5, y: 0.5 };
    expect(ids([room(2, near), room(2, near)])).toHaveLength(2);
  });

  it("do not join rooms that a camera numbered, or of a name that is not unique", () => {
    const counted = { name: "R0010001", is_named: false };
    expect(ids([room(2, counted), room(1, counted)])).toHaveLength(2);
    const twice = { name: "Corridor" };
    expect(ids([room(2, twice), room(2, twice), room(1, twice)])).toHaveLength(3);
  });

  it("are found among ten thousand, over three visits", () => {
    const of = (visit: number) =>
      Array.from({ length: 10_000 }, (_, at) =>
        room(visit, {
          name: `Unit ${at}`,
          id_sheet: at % 20,
          x: (at % 97) / 97,
          y: (at % 89) / 89,
          width_metres: 400,
        }),
      );
    const rooms = [3, 2, 1].flatMap(of);
    const found = groupSpots(rooms);
    expect(found).toHaveLength(10_000);
    expect(found.every((group) => group.rooms.length === 3)).toBe(true);
  });
});
