import type { Point, Size } from "#web/ui/floor-plan/plan-view.ts";

/** Eight directions in steps of one width, nearest first; at most this many widths away. */
const farthest = 3;
const steps: readonly Point[] = Array.from({ length: farthest }, (_, ring) => ring + 1).flatMap((by) => [
  { x: 0, y: by },
  { x: 0, y: -by },
  { x: by, y: 0 },
  { x: -by, y: 0 },
  { x: by, y: by },
  { x: -by, y: by },
  { x: by, y: -by },
  { x: -by, y: -by },
]);
/** Share of a width at which two targets leave each other's inner corners free. */
const APART = 0.85;

/**
 * Offsets in CSS pixels at which targets `width` wide on a plan of `plan` CSS pixels do not cover `others` or each
 * other. A target whose position is free stays there; one without a free place nearby does, too.
 */
export function freeOffsets(
  points: readonly Point[],
  { others, plan, width }: { others: readonly Point[]; plan: Size; width: number },
): Point[] {
  const inPixels = ({ x, y }: Point): Point => ({ x: x * plan.width, y: y * plan.height });
  const taken = others.map(inPixels);
  const isFree = (at: Point) =>
    taken.every(({ x, y }) => Math.max(Math.abs(at.x - x), Math.abs(at.y - y)) >= APART * width);
  const isWhole = ({ x, y }: Point) => Math.min(x, y, plan.width - x, plan.height - y) >= width / 2;
  return points.map((point) => {
    const own = inPixels(point);
    const by = ({ x, y }: Point): Point => ({ x: own.x + x * width, y: own.y + y * width });
    const found = isFree(own)
      ? { x: 0, y: 0 }
      : (steps.find((step) => isWhole(by(step)) && isFree(by(step))) ?? { x: 0, y: 0 });
    taken.push(by(found));
    return { x: found.x * width, y: found.y * width };
  });
}
