import { dayOf } from "./day.ts";
import type { Formatter } from "./format.ts";

/** Formats first to last day, with the year once when both share it: `1 Nov – 30 Nov 2026`. */
export function period(first: string, last: string, format: Formatter): string {
  if (first.slice(0, 10) === last.slice(0, 10)) return format.date(dayOf(first));
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${format.date(dayOf(first), isOneYear ? "day" : "date")} – ${format.date(dayOf(last))}`;
}
