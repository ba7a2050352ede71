const day = 86_400_000;

/** Whole days until an instant: 0 on the last day, never less. */
export function daysLeft(until: string, now: number = Date.now()): number {
  return Math.max(0, Math.floor((Date.parse(until) - now) / day));
}
