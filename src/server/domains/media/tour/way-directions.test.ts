import { expect, test } from "vitest";
import { aimWays, type StandingRoom } from "./way-directions.ts";
import { neighboursOf } from "./way-neighbours.ts";
import { compare, pairKey } from "./ways.ts";

type At = { x: number; y: number; heading?: number | null; width_metres?: number | null; id_sheet?: number };

const room = (id_room: number, at: At | null = null, north: number | null = null): StandingRoom => ({
  id_room,
  north,
  place: at && {
    id_sheet: 1,
    heading: null,
    sheetNorth: 0,
    width_metres: null,
    ratio: 1,
    ...at,
  },
});
const yaws = (aims: ReadonlyMap<number, { yaw: number }>) =>
  [...aims].map(([id, { yaw }]) => [id, Math.round(yaw)]);
const neighbours = (rooms: StandingRoom[]) => Object.fromEntries(neighboursOf(rooms));

test("puts the next room ahead and the previous one behind without floor plan and compass", () => {
  const [before, here, after] = [room(1), room(2), room(3)];
  expect(yaws(aimWays(here, [before, after], { before, after }))).toEqual([
    [1, -180],
    [3, 0],
  ]);
  expect(yaws(aimWays(before, [here], { before: undefined, after: here }))).toEqual([[2, 0]]);
});

test("follows the positions on a floor plan, by the heading, else by both norths", () => {
  const here = room(1, { x: 0.5, y: 0.5, heading: 90 });
  const east = room(2, { x: 0.8, y: 0.5 });
  const south = room(3, { x: 0.5, y: 0.7 });
  const aims = aimWays(here, [east, south], { after: east, before: undefined });
  expect(yaws(aims)).toEqual([
    [2, 0],
    [3, 90],
  ]);
  // North is 30 degrees to the right of the picture's centre, which thus faces 330.
  const turned = room(1, { x: 0.5, y: 0.5 }, 30);
  expect(yaws(aimWays(turned, [east], { after: east, before: undefined }))).toEqual([[2, 120]]);
});

test("assumes that the picture faces the walking direction on a floor plan without any heading", () => {
  const here = room(1, { x: 0.5, y: 0.5 });
  const east = room(2, { x: 0.8, y: 0.5 });
  const south = room(3, { x: 0.5, y: 0.7 });
  expect(yaws(aimWays(here, [east, south], { after: east, before: south }))).toEqual([
    [2, 0],
    [3, 90],
  ]);
});

test("puts a far link higher than a near one, and keeps links apart", () => {
  const here = room(1, { x: 0.5, y: 0.5, heading: 0, width_metres: 40 });
  const near = room(2, { x: 0.5, y: 0.45, width_metres: 40 });
  const far = room(3, { x: 0.5, y: 0.1, width_metres: 40 });
  const aims = aimWays(here, [near, far], { after: near, before: undefined });
  expect(aims.get(2)?.pitch).toBeCloseTo(-30, 0);
  expect(aims.get(3)?.pitch).toBeCloseTo(-5.7, 0);
  expect(Math.abs(aims.get(3)?.yaw ?? 0)).toBeGreaterThanOrEqual(24);
});

test("links rooms along the visit, and on a floor plan to near ones with nothing between", () => {
  expect(neighbours([room(1), room(2), room(3)])).toEqual({ 1: [2], 2: [1, 3], 3: [2] });
  // A square, walked around: its ends are neighbours, its diagonal corners are not.
  const square = [
    room(1, { x: 0.1, y: 0.1 }),
    room(2, { x: 0.2, y: 0.1 }),
    room(3, { x: 0.2, y: 0.2 }),
    room(4, { x: 0.1, y: 0.2 }),
  ];
  expect(neighbours(square)).toEqual({ 1: [2, 4], 2: [1, 3], 3: [2, 4], 4: [3, 1] });
  const farAway = [room(1, { x: 0.1, y: 0.1 }), room(2), room(3, { x: 0.6, y: 0.1 })];
  expect(neighbours(farAway)[1]).toEqual([2]);
});

const way = (id_room: number, id_target_room: number, is_proposed: boolean) => ({
  id: id_room * 100 + id_target_room,
  id_room,
  id_target_room,
  yaw: 0,
  pitch: -12,
  is_proposed,
});
const pairs = (ways: readonly { id_room: number; id_target_room: number }[]) =>
  ways.map(({ id_room, id_target_room }) => `${id_room}>${id_target_room}`);

test("leaves user-made links alone, and adds nothing between two rooms arranged by users", () => {
  const walk = [room(1), room(2), room(3), room(4)];
  const ways = [way(1, 3, false), way(2, 4, false), way(4, 3, false)];
  const { add, drop } = compare(walk, ways, new Set());
  expect(pairs(add)).toEqual(["2>3", "3>2", "3>4"]);
  expect(drop).toEqual([]);
});

test("does not propose deleted links, and drops links that no longer fit", () => {
  const walk = [room(1), room(2), room(3)];
  const ways = [way(1, 2, true), way(2, 1, true), way(1, 3, true)];
  const { add, drop, change } = compare(walk, ways, new Set([pairKey(2, 3)]));
  expect(pairs(add)).toEqual(["3>2"]);
  expect(drop).toEqual([103]);
  expect(pairs(change)).toEqual(["2>1"]);
});
