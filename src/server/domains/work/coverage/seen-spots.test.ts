import { describe, expect, it } from "vitest";
import { newestPhotos, type PlacedSpot, type SeenPhoto, SpotIndex } from "./seen-spots.ts";

const spot = (id: number, values: Partial<PlacedSpot> = {}): PlacedSpot => ({
  id,
  name: `Spot ${id}`,
  id_room: null,
  id_spot: null,
  id_sheet: 1,
  x: 0.5,
  y: 0.5,
  width_metres: null,
  ratio: 1,
  ...values,
});
const photo = (id_room: number, values: Partial<SeenPhoto> = {}): SeenPhoto => ({
  id_room,
  id_spot: null,
  name: "R0010001",
  is_named: false,
  id_sheet: null,
  x: null,
  y: null,
  day: "2026-03-01",
  ...values,
});
const seenBy = (one: PlacedSpot, other: SeenPhoto) => newestPhotos([one], [other]).seen.has(one.id);

describe("a photo", () => {
  it("shows a spot within three metres on a measured floor plan", () => {
    const measured = spot(1, { width_metres: 40 });
    expect(seenBy(measured, photo(1, { id_sheet: 1, x: 0.5 + 2.9 / 40, y: 0.5 }))).toBe(true);
    expect(seenBy(measured, photo(1, { id_sheet: 1, x: 0.5 + 3.1 / 40, y: 0.5 }))).toBe(false);
  });

  it("shows a spot within a twentieth of the width where the floor plan was not measured", () => {
    const wide = spot(1, { ratio: 0.5 });
    expect(seenBy(wide, photo(1, { id_sheet: 1, x: 0.5, y: 0.59 }))).toBe(true);
    expect(seenBy(wide, photo(1, { id_sheet: 1, x: 0.5, y: 0.61 }))).toBe(false);
  });

  it("shows no spot of another floor plan, however near", () => {
    expect(seenBy(spot(1), photo(1, { id_sheet: 2, x: 0.5, y: 0.5 }))).toBe(false);
  });

  it("shows the spot of its own room, and of a room bound to it", () => {
    const nowhere = { id_sheet: null, x: null, y: null };
    expect(seenBy(spot(1, { ...nowhere, id_room: 4 }), photo(4))).toBe(true);
    expect(seenBy(spot(1, { ...nowhere, id_spot: 9 }), photo(5, { id_spot: 9 }))).toBe(true);
    expect(seenBy(spot(1, { ...nowhere, id_spot: 9 }), photo(5))).toBe(false);
  });

  it("shows the spot of its name while it is on no floor plan", () => {
    const named = { name: " hall", is_named: true };
    expect(seenBy(spot(1, { name: "Hall" }), photo(1, named))).toBe(true);
    expect(seenBy(spot(1, { name: "Hall" }), photo(1, { ...named, id_sheet: 1, x: 0.9, y: 0.9 }))).toBe(
      false,
    );
    expect(seenBy(spot(1, { name: "Hall" }), photo(1, { name: "Hall" }))).toBe(false);
  });
});

describe("the newest photo of each spot", () => {
  it("is the first of the list that shows it", () => {
    const spots = [spot(1), spot(2, { x: 0.9 }), spot(3, { x: 0.1 })];
    const at = (id: number, x: number, day: string) => photo(id, { id_sheet: 1, x, y: 0.5, day });
    const { seen } = newestPhotos(spots, [
      at(8, 0.5, "2026-03-09"),
      at(7, 0.9, "2026-03-08"),
      at(6, 0.5, "2026-03-07"),
    ]);
    expect([...seen].map(([id, { id_room }]) => [id, id_room])).toEqual([
      [1, 8],
      [2, 7],
    ]);
  });

  it("is found with a number of comparisons that grows with the spots, not with their square", () => {
    const compared = (side: number) => {
      const cells = Array.from({ length: side * side }, (_, at) => ({
        x: ((at % side) + 0.5) / side,
        y: (Math.floor(at / side) + 0.5) / side,
      }));
      // A spot every three metres, as the rooms of a house are, photographed ten times, with a step to the side.
      const scale = { width_metres: side * 3, ratio: 1 };
      const spots = cells.map((cell, id) => spot(id, { ...cell, ...scale }));
      const photos = Array.from({ length: 10 }, (_, visit) =>
        cells.map(({ x, y }, room) =>
          photo(visit * cells.length + room, { id_sheet: 1, x: x + 0.3 / scale.width_metres, y }),
        ),
      ).flat();
      const found = newestPhotos(spots, photos);
      expect(found.seen.size).toBe(spots.length);
      return found.compared / spots.length;
    };
    // 100, then 2,025 spots: the comparisons of each stay the same.
    expect(compared(45)).toBeLessThan(12);
    expect(compared(45) / compared(10)).toBeLessThan(1.5);
  });

  it("compares nothing with a spot that was dropped", () => {
    const known = spot(1);
    const index = new SpotIndex([known]);
    index.drop(known);
    expect(index.shownBy(photo(1, { id_sheet: 1, x: 0.5, y: 0.5 }))).toEqual([]);
    expect(index.compared).toBe(0);
  });
});
