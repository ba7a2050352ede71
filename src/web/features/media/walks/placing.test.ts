import { expect, it } from "vitest";
import type { WalkTrack } from "#contract/walks.ts";
import { linesOf } from "#walk/lines.ts";
import type { PlacedPicture, PlacedWalk } from "#walk/types.ts";
import { nextPicture, solve, type WalkSheetPlan, warningsOf, withoutTap, withTap } from "./placing.ts";
import { straightTrack } from "./testing.ts";

const path = straightTrack(5);
const placedBy = (
  pictures: readonly Partial<PlacedPicture>[],
  but: Partial<PlacedWalk> = {},
): PlacedWalk => ({
  pictures: pictures.map((picture, at) => ({
    sheet: "1",
    x: at / 10,
    y: 0.5,
    heading: 90,
    error: 0.2,
    isUncertain: false,
    ...picture,
  })),
  uncertain: [],
  next: undefined,
  method: "vision",
  doubtful: [],
  ...but,
});
const tap = (picture: number) => ({ picture, id_sheet: 1, x: 0.5, y: 0.5 });

it("asks for the start, then for the end, then for the least certain picture", () => {
  const placed = placedBy([{}, {}], { next: 2 });
  expect(nextPicture(path, [], placed)).toBe(0);
  expect(nextPicture(path, [tap(0)], placed)).toBe(4);
  expect(nextPicture(path, [tap(0), tap(4)], placed)).toBe(2);
  expect(nextPicture(path, [tap(0), tap(4)], placedBy([]))).toBeUndefined();
});

it("keeps one position per picture, in order of the walk", () => {
  const taps = withTap([tap(0), tap(4)], { ...tap(2), x: 0.1 });
  expect(taps.map(({ picture }) => picture)).toEqual([0, 2, 4]);
  expect(withTap(taps, { ...tap(2), x: 0.9 })[1]?.x).toBe(0.9);
  expect(withoutTap(taps, 2)).toEqual([tap(0), tap(4)]);
});

it("cuts the line where the certainty or the floor plan changes", () => {
  const found = linesOf(placedBy([{}, {}, { isUncertain: true }, {}, {}, { sheet: "2" }, { sheet: "2" }]));
  expect(found.map(({ id_sheet, isUncertain, points }) => [id_sheet, isUncertain, points.length])).toEqual([
    [1, false, 2],
    [1, true, 3],
    [1, false, 2],
    [2, false, 2],
  ]);
});

it("warns of a video without a path, of contradicting marks and of other floors", () => {
  const kinds = (track: Partial<WalkTrack>, but: Partial<PlacedWalk> = {}, taps = [tap(0), tap(4)]) =>
    warningsOf({ ...path, ...track }, taps, placedBy([], but)).map(({ kind }) => kind);
  expect(kinds({})).toEqual([]);
  expect(kinds({ hasVision: false }, { method: "time" })).toEqual(["no_vision"]);
  expect(kinds({}, { method: "time" })).toEqual(["by_time"]);
  expect(kinds({}, { method: "time" }, [tap(0)])).toEqual([]);
  expect(kinds({}, { doubtful: [1] })).toEqual(["doubtful"]);
  expect(kinds({ floorChanges: [{ at: 3, storeys: 1 }] }, {}, [tap(0)])).toEqual(["floor"]);
  expect(kinds({ floorChanges: [{ at: 3, storeys: 1 }] })).toEqual([]);
});

/** Along two edges of a floor plan, of which the marks show the one or the other corner. */
const corner = {
  ...straightTrack(41),
  pictures: straightTrack(41).pictures.map((picture, at) => ({
    ...picture,
    x: Math.min(at, 20),
    y: Math.max(0, at - 20),
    heading: at <= 20 ? 90 : 0,
  })),
};
const floor = { id: 1, width: 1000, height: 1000, width_metres: 40, image: "/plan.webp" } as WalkSheetPlan;
const marksAt = (pictures: readonly number[], side: 1 | -1) =>
  pictures.map((picture) => ({
    picture,
    id_sheet: 1,
    x: 0.2 + Math.min(picture, 20) * 0.0125,
    y: 0.5 - side * Math.max(0, picture - 20) * 0.0125,
  }));

it("warns of a camera that was upside down once three marks show the mirror image of the path", () => {
  const kinds = (taps: ReturnType<typeof marksAt>) =>
    warningsOf(corner, taps, solve(corner, taps, [floor]), [floor]).map(({ kind }) => kind);
  expect(kinds(marksAt([0, 20, 40], -1))).toEqual(["upside_down"]);
  expect(kinds(marksAt([0, 12, 24, 40], -1))).toEqual(["upside_down"]);
  expect(kinds(marksAt([0, 20, 40], 1))).toEqual([]);
});

it("asks for the picture farthest aside while two marks fit the path and its mirror image", () => {
  const warnings = (track: typeof corner, taps: ReturnType<typeof marksAt>) =>
    warningsOf(track, taps, solve(track, taps, [floor]), [floor]);
  for (const side of [1, -1] as const)
    expect(warnings(corner, marksAt([0, 40], side))).toEqual([{ kind: "two_marks", picture: 20 }]);
  expect(warnings(corner, marksAt([0, 20, 40], 1))).toEqual([]);
  const straight = { ...corner, pictures: straightTrack(41).pictures };
  expect(warnings(straight, marksAt([0, 20], 1))).toEqual([]);
});
