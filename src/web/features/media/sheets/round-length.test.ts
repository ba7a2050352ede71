import { expect, it } from "vitest";
import { roundLength } from "./round-length.ts";

it.each([
  [0.9, 0.5],
  [3, 2],
  [10, 10],
  [87, 50],
])("makes the bar of the scale a round length, for %f m at most", (longest, length) => {
  expect(roundLength(longest)).toBeCloseTo(length);
});
