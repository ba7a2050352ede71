import { walkingOrder } from "#contract/coverage.state.ts";
import type { Coverage, CoverageSpot } from "#contract/coverage.ts";

/** The order of a project's floor plans and their heights as shares of their widths. */
export interface Floor {
  readonly id: number;
  readonly name: string;
  readonly floor: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface Checklist {
  /** Due spots in walking order. */
  readonly open: readonly CoverageSpot[];
  /** Photographed or skipped today. */
  readonly done: readonly CoverageSpot[];
}

const isDue = ({ state }: CoverageSpot) => state === "due" || state === "overdue";

/**
 * Today's checklist: what is due and neither photographed nor skipped today, from the spot photographed or skipped last
 * on this screen to the nearest next one.
 */
export function checklistOf(
  { spots, today }: Pick<Coverage, "spots" | "today">,
  floors: readonly Floor[],
  last?: number,
): Checklist {
  const isDone = (spot: CoverageSpot) => spot.is_on && (spot.last_seen === today || spot.skip !== null);
  const ratios = new Map(
    floors.flatMap(({ id, width, height }) => (width && height ? [[id, height / width] as const] : [])),
  );
  const open = spots.filter((spot) => isDue(spot) && !isDone(spot));
  const from = spots.find(({ id }) => id === last);
  return {
    open: walkingOrder(
      open,
      floors.map(({ id }) => id),
      { ratios, from },
    ),
    done: spots.filter(isDone),
  };
}
