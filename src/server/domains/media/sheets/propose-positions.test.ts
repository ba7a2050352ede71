import { describe, expect, it } from "vitest";
import { fitAffine, type Known, proposePositions, type Stop } from "./propose-positions.ts";

const stop = (id_room: number, more: Partial<Stop> = {}): Stop => ({
  id_room,
  place: null,
  earlier: null,
  fix: null,
  ...more,
});

/** A site 100 m wide and 50 m high, its floor plan turned by 30 degrees. */
function fixAt(x: number, y: number) {
  const [e, n] = [x * 100, -y * 50];
  const turn = Math.PI / 6;
  const [east, north] = [e * Math.cos(turn) - n * Math.sin(turn), e * Math.sin(turn) + n * Math.cos(turn)];
  return {
    latitude: 25 + north / 111_320,
    longitude: 55 + east / (111_320 * Math.cos((25 * Math.PI) / 180)),
  };
}
const known = (x: number, y: number): Known => ({ x, y, ...fixAt(x, y) });
const corners = [known(0.1, 0.1), known(0.9, 0.1), known(0.1, 0.9), known(0.8, 0.7)];

describe("proposals for positions", () => {
  it("leave positioned rooms alone, and put the others at the earlier position of the same name", () => {
    const stops = [stop(1, { place: { x: 0.1, y: 0.1 } }), stop(2, { earlier: { x: 0.7, y: 0.6 } })];
    expect(proposePositions(stops, [], 1.5)).toEqual([{ id_room: 2, x: 0.7, y: 0.6 }]);
  });

  it("follow the coordinates of at least three others, on a rotated floor plan", () => {
    const [found] = proposePositions([stop(1, { fix: fixAt(0.5, 0.4) })], corners, 2);
    expect(found?.x).toBeCloseTo(0.5, 3);
    expect(found?.y).toBeCloseTo(0.4, 3);
  });

  it("ignore coordinates that are collinear, do not fit, or are far outside the floor plan", () => {
    expect(fitAffine([known(0.1, 0.1), known(0.5, 0.1), known(0.9, 0.1)])).toBeNull();
    expect(fitAffine(corners.slice(0, 2))).toBeNull();
    const wrong = corners.map((one, at) => ({ ...one, ...fixAt(1 - one.x, at % 2) }));
    expect(fitAffine(wrong)).toBeNull();
    expect(proposePositions([stop(1, { fix: fixAt(3, 3) })], corners, 2)).toEqual([
      { id_room: 1, x: 0.5, y: 0.5 },
    ]);
  });

  it("are spread evenly between known neighbours, in walking order", () => {
    const stops = [
      stop(1, { place: { x: 0.2, y: 0.2 } }),
      stop(2),
      stop(3),
      stop(4, { place: { x: 0.8, y: 0.5 } }),
    ];
    const [two, three] = proposePositions(stops, [], 1);
    expect(two).toMatchObject({ id_room: 2, x: expect.closeTo(0.4), y: expect.closeTo(0.3) });
    expect(three).toMatchObject({ id_room: 3, x: expect.closeTo(0.6), y: expect.closeTo(0.4) });
  });

  it("wind over the middle of the floor plan when nothing is known, each distinct, neighbours beside each other", () => {
    const found = proposePositions(
      Array.from({ length: 23 }, (_, at) => stop(at)),
      [],
      1.5,
    );
    expect(found).toHaveLength(23);
    expect(new Set(found.map(({ x, y }) => `${x} ${y}`)).size).toBe(23);
    for (const { x, y } of found) expect(Math.min(x, y, 1 - x, 1 - y)).toBeGreaterThanOrEqual(0.2 - 1e-9);
    for (const [at, { x, y }] of found.slice(1).entries()) {
      const before = found[at];
      const steps = [Math.abs(x - (before?.x ?? 0)), Math.abs(y - (before?.y ?? 0))];
      expect(Math.min(...steps)).toBeCloseTo(0);
      expect(Math.max(...steps)).toBeLessThan(0.25);
    }
  });
});
