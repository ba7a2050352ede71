import { describe, expect, it } from "vitest";
import { arrowOf } from "./links.ts";

const first = { start: 0, end: 40, y: 10 };
const later = { start: 80, end: 120, y: 50 };

describe("the arrow of a dependency", () => {
  it.each([
    ["FS", 40, 80, 1],
    ["SS", 0, 80, 1],
    ["FF", 40, 120, -1],
    ["SF", 0, 120, -1],
  ] as const)("%s leaves at %d and arrives at %d", (kind, leaves, arrives, towards) => {
    const { path, tip } = arrowOf(kind, first, later, 18);
    expect(path.startsWith(`M${leaves} 10H`)).toBe(true);
    expect(path.endsWith(`V50H${arrives}`)).toBe(true);
    expect(tip).toEqual({ x: arrives, y: 50, towards });
  });

  it("is drawn between the rows where the successor begins before the predecessor ends", () => {
    const { path } = arrowOf("FS", first, { start: 20, end: 60, y: 50 }, 18);
    expect(path).toBe("M40 10H47V28H13V50H20");
  });

  it("leads up as well as down", () => {
    expect(arrowOf("FS", { ...first, y: 50 }, { start: 20, end: 60, y: 10 }, 18).path).toContain("V32H13V10");
  });
});
