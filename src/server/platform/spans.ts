import type { periods } from "#contract/choices.ts";

type Period = (typeof periods)[number];

/** A period for statistics, divided into steps; everything in UTC. */
export interface Span {
  readonly from: Date;
  readonly step: "hour" | "day" | "month";
  /** Start of each step, oldest first; the last one is still running. */
  readonly starts: readonly Date[];
}

const counts = { day: 24, week: 7, month: 30, year: 12 } as const;
/** Maximum number of months: ten years. */
const most = 120;

/** The last 24 hours, 7 or 30 days, 12 months; or everything since `first`, by day while that is about a month. */
export function spanOf(period: Period, now: Date, first: Date = now): Span {
  if (period === "all") {
    const days = dayNumber(now) - dayNumber(first) + 1;
    if (days <= counts.month + 1) return steps("day", Math.max(days, counts.week), now);
    return steps("month", Math.min(monthNumber(now) - monthNumber(first) + 1, most), now);
  }
  const step = period === "day" ? "hour" : period === "year" ? "month" : "day";
  return steps(step, counts[period], now);
}

function steps(step: Span["step"], count: number, now: Date): Span {
  const starts = Array.from({ length: count }, (_, at) => startOf(step, now, count - 1 - at));
  return { from: starts[0] ?? now, step, starts };
}

/** Start of the step that is `back` steps before the running one. */
function startOf(step: Span["step"], now: Date, back: number): Date {
  const [year, month, day, hour] = [
    now.getUTCFullYear(),
    now.getUTCMonth(),
    now.getUTCDate(),
    now.getUTCHours(),
  ];
  if (step === "month") return new Date(Date.UTC(year, month - back, 1));
  if (step === "day") return new Date(Date.UTC(year, month, day - back));
  return new Date(Date.UTC(year, month, day, hour - back));
}

const dayNumber = (date: Date) => Math.floor(date.getTime() / 86_400_000);
const monthNumber = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
