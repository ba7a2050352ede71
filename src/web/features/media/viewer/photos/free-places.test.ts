import { expect, test } from "vitest";
import { freeOffsets } from "./free-places.ts";

const plan = { width: 200, height: 100 };
const middle = { x: 0.5, y: 0.5 };

test("keeps a target whose position is free", () => {
  expect(freeOffsets([middle], { others: [{ x: 0.75, y: 0.5 }], plan, width: 20 })).toEqual([{ x: 0, y: 0 }]);
});

test("moves a target beside what is at its position, and the next one to the other side", () => {
  expect(freeOffsets([middle, middle], { others: [middle], plan, width: 20 })).toEqual([
    { x: 0, y: 20 },
    { x: 0, y: -20 },
  ]);
});

test("does not move a target onto a neighbour", () => {
  const below = { x: 0.5, y: 0.7 };
  expect(freeOffsets([middle], { others: [middle, below], plan, width: 20 })).toEqual([{ x: 0, y: -20 }]);
});

test("moves no target over the edge of the plan", () => {
  const bottom = { x: 0.5, y: 0.9 };
  expect(freeOffsets([bottom], { others: [bottom], plan, width: 20 })).toEqual([{ x: 0, y: -20 }]);
});

test("leaves a target where it is when nothing nearby is free", () => {
  const others = Array.from({ length: 200 }, (_, at) => ({ x: (at % 20) / 20, y: Math.floor(at / 20) / 10 }));
  expect(freeOffsets([middle], { others, plan, width: 20 })).toEqual([{ x: 0, y: 0 }]);
});
