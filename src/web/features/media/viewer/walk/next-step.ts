import type { WalkStep } from "#contract/viewer.ts";

/** Degrees that a step may differ from the direction faced. */
const ASIDE = 90;

/**
 * The step along the walk in the direction faced (1), or backwards (-1): the one that differs least from it, else the
 * one to another floor. Where the direction is unknown, the direction of the walk counts.
 * @param steps from the current room.
 * @param facing degrees clockwise from the floor plan's upper edge; null when unknown.
 */
export function nextStep(
  steps: readonly WalkStep[],
  facing: number | null,
  way: 1 | -1,
): WalkStep | undefined {
  const isWalked = ({ is_onward }: WalkStep) => is_onward === (way === 1);
  if (facing === null) return steps.find(isWalked);
  const wanted = facing + (way === 1 ? 0 : 180);
  const level = steps.flatMap((step) =>
    step.heading === null ? [] : [{ step, aside: differenceOf(step.heading, wanted) }],
  );
  const [best] = level.filter(({ aside }) => aside <= ASIDE).toSorted((a, b) => a.aside - b.aside);
  if (best !== undefined) return best.step;
  const toFloors = steps.filter(({ heading }) => heading === null);
  return toFloors.find(isWalked) ?? toFloors[0];
}

/** 0 to 180. */
const differenceOf = (a: number, b: number) => Math.abs(((((a - b + 180) % 360) + 360) % 360) - 180);
