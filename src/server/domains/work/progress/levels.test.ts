import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLevels, curveOf, type Word } from "./levels.ts";

const word = (id_sheet: number | null, place: string, percent: number, on_date = "2026-03-01"): Word => ({
  id_sheet,
  place,
  percent,
  on_date,
});
const after = (...words: Word[]) => {
  const levels = createLevels([1, 2, 3]);
  for (const one of words) levels.tell(one);
  return levels.now();
};
const floor = (levels: ReturnType<typeof after>, id: number | null) =>
  levels.floors.find(({ id_sheet }) => id_sheet === id);

describe("the progress of a project", () => {
  it("is unknown before the first entry", () => {
    expect(after().percent).toBeNull();
    expect(floor(after(), 1)).toMatchObject({ percent: null, places: [] });
  });

  it("is the mean of the floors with entries, each the mean of its parts", () => {
    const levels = after(word(1, "Hall", 40), word(1, "Kitchen", 60), word(2, "", 100));
    expect(floor(levels, 1)?.percent).toBe(50);
    expect(floor(levels, 2)?.percent).toBe(100);
    expect(floor(levels, 3)?.percent).toBeNull();
    expect(levels.percent).toBe(75);
  });

  it("applies an entry on the whole floor to all its parts until one has a newer entry", () => {
    const before = [word(1, "Hall", 40), word(1, "Kitchen", 60), word(1, "", 80, "2026-03-05")];
    expect(floor(after(...before), 1)).toMatchObject({
      percent: 80,
      places: [
        { place: "Hall", percent: 80, on_date: "2026-03-05" },
        { place: "Kitchen", percent: 80, on_date: "2026-03-05" },
      ],
    });
    expect(floor(after(...before, word(1, "Hall", 100, "2026-03-06")), 1)?.percent).toBe(90);
  });

  it("prefers the entry on the part itself when both are of one day", () => {
    expect(floor(after(word(1, "Hall", 40), word(1, "", 80)), 1)?.percent).toBe(40);
  });

  it("applies an entry on the whole project to floors without a newer entry", () => {
    const levels = after(word(null, "", 50), word(1, "", 80, "2026-03-02"));
    expect(levels.floors.map(({ percent }) => percent)).toEqual([80, 50, 50, 50]);
    expect(levels.percent).toBe(60);
  });

  it("counts the area outside of floors once it has a part of its own", () => {
    expect(after(word(1, "", 100), word(null, "Façade", 20)).percent).toBe(60);
  });

  it("compares parts without regard to case", () => {
    const levels = after(word(1, "Hall", 40), word(1, "hall", 50, "2026-03-02"));
    expect(floor(levels, 1)?.places).toEqual([{ place: "Hall", percent: 50, on_date: "2026-03-02" }]);
  });

  it("has one point of the curve for each day, in their order, within 0 and 100", () => {
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, "0")}`);
    const words = fc.array(
      fc.record({
        id_sheet: fc.constantFrom(1, 2, null),
        place: fc.constantFrom("", "Hall", "Kitchen"),
        percent: fc.integer({ min: 0, max: 100 }),
        on_date: day,
      }),
    );
    fc.assert(
      fc.property(words, (told) => {
        const sorted = told.toSorted((a, b) => (a.on_date < b.on_date ? -1 : a.on_date > b.on_date ? 1 : 0));
        const { curve, levels } = curveOf([1, 2], sorted);
        expect(curve.map(({ date }) => date)).toEqual([...new Set(sorted.map(({ on_date }) => on_date))]);
        for (const { percent } of curve) expect(percent >= 0 && percent <= 100).toBe(true);
        const low = Math.min(...told.map(({ percent }) => percent));
        const high = Math.max(...told.map(({ percent }) => percent));
        if (levels.percent !== null) expect(levels.percent >= low && levels.percent <= high).toBe(true);
        expect(curve.at(-1)?.percent).toBe(levels.percent === null ? undefined : Math.round(levels.percent));
      }),
    );
  });
});
