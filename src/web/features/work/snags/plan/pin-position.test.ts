import { expect, it } from "vitest";
import { ringsOf } from "./pin-position.ts";

it("arranges pins of the same position around it, apart from each other, and leaves others as they are", () => {
  const at = { x: 0.4, y: 0.6 };
  const rings = ringsOf([
    { id: 1, ...at },
    { id: 2, ...at },
    { id: 3, ...at },
    { id: 4, x: 0.41, y: 0.6 },
  ]);
  expect([...rings.keys()]).toEqual([1, 2, 3]);
  const [a, b] = [rings.get(1), rings.get(2)];
  expect(Math.hypot((a?.left ?? 0) - (b?.left ?? 0), (a?.top ?? 0) - (b?.top ?? 0))).toBeCloseTo(30, 0);
});
