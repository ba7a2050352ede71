import * as fc from "fast-check";
import { expect, it } from "vitest";
import { wayBack } from "./way-back.ts";

const angle = fc.integer({ min: -180, max: 179 });
const bearing = (yaw: number, north: number) => (((yaw - north) % 360) + 360) % 360;

it("The link back is opposite by the compass, wherever both pictures begin", () => {
  expect(wayBack(0, 0, 0)).toBe(-180);
  expect(wayBack(30, 10, 90)).toBe(-70);
  fc.assert(
    fc.property(angle, angle, angle, (yaw, from, to) => {
      const back = wayBack(yaw, from, to);
      expect(back).toBeGreaterThanOrEqual(-180);
      expect(back).toBeLessThan(180);
      expect(bearing(back, to)).toBe((bearing(yaw, from) + 180) % 360);
    }),
  );
});

it("The link back of the link back is the link", () => {
  fc.assert(
    fc.property(angle, angle, angle, (yaw, from, to) => {
      expect(wayBack(wayBack(yaw, from, to), to, from)).toBe(yaw);
    }),
  );
});
