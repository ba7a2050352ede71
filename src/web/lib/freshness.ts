const day = 24 * 3_600_000;

/** Days up to which a picture counts as fresh, and after which as stale. */
export const freshDays = { fresh: 7, ageing: 30 } as const;

export type Freshness = "fresh" | "ageing" | "stale";

/** How far what a picture shows can be relied on today. */
export function freshnessOf(captured: string | Date, now = new Date()): Freshness {
  const age = now.getTime() - new Date(captured).getTime();
  if (age <= freshDays.fresh * day) return "fresh";
  return age <= freshDays.ageing * day ? "ageing" : "stale";
}
