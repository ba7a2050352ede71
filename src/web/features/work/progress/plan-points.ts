import type { Progress } from "#contract/progress.ts";

type Planned = NonNullable<Progress["planned"]>;
type Point = Planned["curve"][number];

/** A day of both lines: planned progress by its end, and recorded progress by then. */
export interface PlanPoint {
  readonly date: string;
  readonly planned: number | null;
  readonly told: number | null;
}

/**
 * Both lines on the same days. The plan is interpolated linearly between two days; a recorded value is kept until the
 * next one, from the first entry to `until`.
 */
export function planPoints({ curve, told }: Planned, until: string): PlanPoint[] {
  const last = told.at(-1);
  const isShown = last !== undefined && last.date < until;
  const days = [...curve, ...told].map(({ date }) => date);
  const dates = new Set(isShown ? [...days, until] : days);
  return [...dates]
    .toSorted((a, b) => a.localeCompare(b))
    .map((date) => ({
      date,
      planned: between(curve, date),
      told: date > until ? null : (told.findLast((point) => point.date <= date)?.percent ?? null),
    }));
}

function between(curve: readonly Point[], date: string): number | null {
  const at = curve.findIndex((point) => point.date >= date);
  const [before, after] = [curve[at - 1], curve[at]];
  // After the last day all of it is due; before the first, nothing.
  if (after === undefined) return curve.at(-1)?.percent ?? null;
  if (before === undefined || after.date === date) return after.date === date ? after.percent : 0;
  const [from, to, now] = [before.date, after.date, date].map((day) => Date.parse(day)) as [
    number,
    number,
    number,
  ];
  return Math.round(before.percent + ((now - from) / (to - from)) * (after.percent - before.percent));
}
