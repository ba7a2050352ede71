const day = 24 * 3_600_000;

/** Days up to which a photo counts as fresh, and after which as stale. */
export const freshnessDays = { fresh: 7, ageing: 30 } as const;

/** Age of a position's newest photo, in the same categories everywhere. */
export type Freshness = "fresh" | "ageing" | "stale";

/** How current a photo is today. One from the future is fresh: clocks differ. */
export function freshnessOf(captured: string | Date, now = new Date()): Freshness {
  const age = now.getTime() - new Date(captured).getTime();
  if (age <= freshnessDays.fresh * day) return "fresh";
  return age <= freshnessDays.ageing * day ? "ageing" : "stale";
}
