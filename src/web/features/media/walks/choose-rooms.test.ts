import { expect, it } from "vitest";
import { chooseWalkRooms, type WalkMoment, type WalkPlan } from "./choose-rooms.ts";

/** Forty metres wide and twenty high. */
const plan: WalkPlan = { id: 1, aspect: 2, width_metres: 40 };

/** A walk to the right, a quarter of a metre between two pictures. */
const along = (count: number, change: (at: number) => Partial<WalkMoment> = () => ({})): WalkMoment[] =>
  Array.from({ length: count }, (_, at) => ({
    at: at / 4,
    sharpness: 1,
    id_sheet: 1,
    x: (at * 0.25) / 40,
    y: 0.5,
    isUncertain: false,
    ...change(at),
  }));
const wish = { spacing: 2, withUncertain: false };
const picturesOf = (moments: readonly WalkMoment[], but = wish, plans = [plan]) =>
  chooseWalkRooms(moments, plans, [], but).map(({ picture }) => picture);

it("makes rooms in the given spacing, the sharpest picture of each", () => {
  expect(picturesOf(along(33))).toEqual([0, 8, 16, 24, 32]);
  expect(picturesOf(along(33, (at) => ({ sharpness: at === 9 || at === 17 ? 5 : 1 })))).toEqual([
    0, 9, 17, 25,
  ]);
  expect(picturesOf(along(33), { ...wish, spacing: 4 })).toEqual([0, 16, 32]);
});

it("makes one room where the walk returns to a position", () => {
  const there = along(17);
  const back = along(17).toReversed();
  expect(picturesOf([...there, ...back])).toEqual([0, 8, 16]);
});

it("leaves out uncertain stretches, unless they are wanted", () => {
  const moments = along(33, (at) => ({ isUncertain: at > 10 && at < 22 }));
  expect(picturesOf(moments).filter((picture) => picture > 10 && picture < 22)).toEqual([]);
  expect(picturesOf(moments, { ...wish, withUncertain: true })).toEqual([0, 8, 16, 24, 32]);
});

it("makes a room at each known spot within a metre, with its name, and none beside it", () => {
  const spots = [
    { id_sheet: 1, x: 3 / 40, y: 0.5 + 0.6 / 20, name: "Kitchen" },
    { id_sheet: 1, x: 3 / 40, y: 0.5 + 3 / 20, name: "Too far" },
    { id_sheet: 2, x: 3 / 40, y: 0.5, name: "Upstairs" },
  ];
  const chosen = chooseWalkRooms(along(33), [plan], spots, wish);
  expect(chosen.filter(({ name }) => name !== null)).toEqual([{ picture: 12, name: "Kitchen" }]);
  const at = chosen.map(({ picture }) => picture);
  expect(at.filter((picture) => Math.abs(picture - 12) < 5)).toEqual([12]);
});

it("counts a second of walking as a metre on a floor plan without a scale", () => {
  const moments = along(33, (at) => ({ at: at / 4 }));
  expect(picturesOf(moments, wish, [{ ...plan, width_metres: null }])).toEqual([0, 8, 16, 24, 32]);
});

it("begins anew on another floor plan", () => {
  const plans = [plan, { ...plan, id: 2 }];
  const moments = along(17, (at) => ({ id_sheet: at < 9 ? 1 : 2 }));
  expect(picturesOf(moments, wish, plans)).toEqual([0, 8, 9]);
});
