import type { DayNumber, Rhythm, SiteCalendar } from "./coverage.calendar.ts";

/** `off`: not wanted at present, or its rhythm names no working day. */
export const coverageStates = ["overdue", "due", "fresh", "off"] as const;
export type CoverageState = (typeof coverageStates)[number];

/** The data of a wanted spot that decides its state. */
export interface WantedSpot {
  readonly isOn: boolean;
  readonly rhythm: Rhythm;
  /** Day from which it has been wanted. */
  readonly since: DayNumber;
  /** Day of its newest photo; null without one. */
  readonly seen: DayNumber | null;
}

export interface SpotState {
  readonly state: CoverageState;
  /** Day on which it became due, or becomes due next. */
  readonly due: DayNumber | null;
  /** Working days since then. */
  readonly overdue_days: number;
}

/** The state of a spot on a day: due on the day itself, overdue from the next working day on. */
export function stateOf(spot: WantedSpot, calendar: SiteCalendar, today: DayNumber): SpotState {
  const due =
    spot.seen === null
      ? calendar.dueFrom(spot.since, spot.rhythm)
      : calendar.dueAfter(spot.seen, spot.rhythm);
  if (!spot.isOn || due === null) return { state: "off", due: null, overdue_days: 0 };
  if (today < due) return { state: "fresh", due, overdue_days: 0 };
  const overdue_days = calendar.workingDays(due, today);
  return { state: overdue_days === 0 ? "due" : "overdue", due, overdue_days };
}

/** A spot in a walk: its floor and its position, if it has one. */
export interface WalkSpot {
  readonly id: number;
  /** Null for spots on no floor plan, which are last. */
  readonly id_sheet: number | null;
  /** 0..1 from the floor plan's upper left corner. */
  readonly x: number | null;
  readonly y: number | null;
}

/**
 * The spots in walking order: floor by floor in the order of `sheets`, each time the nearest one next.
 *
 * @param ratios heights of floor plans as shares of their widths, where known.
 * @param from a spot at which the walk begins, such as the one just photographed; its floor comes first.
 */
export function walkingOrder<T extends WalkSpot>(
  spots: readonly T[],
  sheets: readonly number[],
  { ratios = new Map(), from }: { ratios?: ReadonlyMap<number, number>; from?: WalkSpot | undefined } = {},
): T[] {
  const rank = new Map(sheets.map((id, at) => [id, at]));
  const floorOf = ({ id_sheet }: WalkSpot) =>
    id_sheet === null ? sheets.length : (rank.get(id_sheet) ?? sheets.length);
  const first = from === undefined ? undefined : floorOf(from);
  const floors = [...new Set(spots.map(floorOf))].toSorted((a, b) =>
    a === first ? -1 : b === first ? 1 : a - b,
  );
  return floors.flatMap((floor) => {
    const here = spots.filter((spot) => floorOf(spot) === floor);
    const placed = here.filter(({ x, y }) => x !== null && y !== null);
    const ratio = ratios.get(placed[0]?.id_sheet ?? 0) ?? 1;
    const start = floor === first ? from : undefined;
    return [...nearestNext(placed, ratio, start), ...here.filter((spot) => !placed.includes(spot))];
  });
}

function nearestNext<T extends WalkSpot>(spots: readonly T[], ratio: number, from?: WalkSpot): T[] {
  const left = [...spots];
  const order: T[] = [];
  let at = { x: from?.x ?? 0, y: from?.y ?? 0 };
  while (left.length > 0) {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [index, { x, y }] of left.entries()) {
      const distance = Math.hypot((x ?? 0) - at.x, ((y ?? 0) - at.y) * ratio);
      if (distance < least) [best, least] = [index, distance];
    }
    const [next] = left.splice(best, 1);
    if (next === undefined) break;
    order.push(next);
    at = { x: next.x ?? 0, y: next.y ?? 0 };
  }
  return order;
}
