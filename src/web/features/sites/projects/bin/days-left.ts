const day = 86_400_000;

/** Days until an instant, a started one counted in full; 0 once it has passed. */
export function daysLeft(until: string, now: number = Date.now()): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now) / day));
}
