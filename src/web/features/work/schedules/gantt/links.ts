import type { ScheduleTask } from "#contract/schedules.ts";

type Kind = ScheduleTask["predecessors"][number]["kind"];

/** Ends of a bar, in pixels along the timeline. */
export interface Ends {
  readonly start: number;
  readonly end: number;
}

/** A path from one bar to another, and the sign of its direction at the arrival. */
export interface Arrow {
  readonly path: string;
  readonly tip: { readonly x: number; readonly y: number; readonly towards: 1 | -1 };
}

const stub = 7;

/**
 * The arrow of a dependency: it leaves the side of the predecessor that its kind names (`F`inish or `S`tart), arrives
 * at that of the successor, and uses right angles only. `half` is half the height of a row: where it must turn back it
 * runs between the rows.
 */
export function arrowOf(
  kind: Kind,
  from: Ends & { readonly y: number },
  to: Ends & { readonly y: number },
  half: number,
): Arrow {
  const leavesAtEnd = kind.startsWith("F");
  const arrivesAtEnd = kind.endsWith("F");
  const out = leavesAtEnd ? 1 : -1;
  const x1 = leavesAtEnd ? from.end : from.start;
  const x2 = arrivesAtEnd ? to.end : to.start;
  const a = x1 + out * stub;
  const b = x2 + (arrivesAtEnd ? stub : -stub);
  const tip = { x: x2, y: to.y, towards: arrivesAtEnd ? -1 : 1 } as const;
  if (leavesAtEnd === arrivesAtEnd) {
    const far = leavesAtEnd ? Math.max(a, b) : Math.min(a, b);
    return { path: way(x1, from.y, far, to.y, x2), tip };
  }
  if (leavesAtEnd ? a <= b : a >= b) return { path: way(x1, from.y, a, to.y, x2), tip };
  const middle = from.y + Math.sign(to.y - from.y) * half;
  return { path: `M${x1} ${from.y}H${a}V${middle}H${b}V${to.y}H${x2}`, tip };
}

const way = (x1: number, y1: number, x: number, y2: number, x2: number) => `M${x1} ${y1}H${x}V${y2}H${x2}`;
