import { describe, expect, it } from "vitest";
import { spotsOf } from "./spots.ts";
import { aSheetRoom } from "./testing.ts";

describe("the spots of a floor plan", () => {
  it("merge nearly identical positions of several visits, with the newest photo first", () => {
    const spots = spotsOf([
      aSheetRoom({ id_room: 3, x: 0.5, y: 0.5 }),
      aSheetRoom({ id_room: 2, x: 0.51, y: 0.505 }),
      aSheetRoom({ id_room: 1, x: 0.9, y: 0.1 }),
    ]);
    expect(spots.map(({ rooms }) => rooms.map(({ id_room }) => id_room))).toEqual([[3, 2], [1]]);
    expect(spots[0]).toMatchObject({ x: 0.5, y: 0.5 });
  });

  it("leave out rooms without a position", () => {
    expect(spotsOf([aSheetRoom({ x: null, y: null })])).toEqual([]);
  });
});
