import { describe, expect, it } from "vitest";
import { passedRooms } from "./passed-rooms.ts";
import { simplified } from "./simplified.ts";

/** A walk along these metres of a corridor, one picture a metre. */
const along = (...metres: number[]) => metres.map((x) => ({ id_sheet: 1, x, y: 0 }));

describe("the order in which a walk passes its rooms", () => {
  it("is that of the pictures on a walk that never turns back", () => {
    expect(passedRooms(along(0, 1, 2, 3, 4, 5), [0, 2, 4])).toEqual([0, 2, 4]);
  });

  it("passes rooms of the way there again on the way back", () => {
    // To the end of a corridor, back to its start, and into another one on the same line.
    const places = along(0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4);
    expect(passedRooms(places, [0, 2, 4, 6, 14, 16])).toEqual([0, 2, 4, 6, 4, 2, 0, 14, 16]);
  });

  it("ends at the last room that the walk returns to", () => {
    expect(passedRooms(along(0, 1, 2, 3, 4, 3, 2, 1, 0), [0, 2, 4])).toEqual([0, 2, 4, 2, 0]);
  });

  it("passes no room of another floor plan", () => {
    const places = [...along(0, 1, 2, 3, 4), ...along(4, 3, 2, 1, 0).map((at) => ({ ...at, id_sheet: 2 }))];
    expect(passedRooms(places, [0, 2, 4, 5, 7])).toEqual([0, 2, 4, 5, 7]);
  });

  it("is empty without rooms", () => {
    expect(passedRooms(along(0, 1, 2), [])).toEqual([]);
  });
});

describe("a simplified line", () => {
  it("keeps its corners and leaves out what lies between them", () => {
    const points = [
      [0.1, 0.1],
      [0.2, 0.1004],
      [0.3, 0.1],
      [0.3, 0.25],
      [0.3, 0.4],
    ] as const;
    expect(simplified(points)).toEqual([
      [0.1, 0.1],
      [0.3, 0.1],
      [0.3, 0.4],
    ]);
  });

  it("stays on the floor plan", () => {
    expect(
      simplified([
        [-0.2, 0.5],
        [0.12345, 1.4],
      ]),
    ).toEqual([
      [0, 0.5],
      [0.1235, 1],
    ]);
  });
});
