import type { Project } from "#contract/projects.ts";
import type { Tone } from "#web/ui/tone.ts";

/** How old the last picture of a site is, as the whole product speaks of it. */
export type Freshness = "fresh" | "ageing" | "stale";

/** Days up to which a picture counts as such. */
export const freshnessDays = { fresh: 7, ageing: 30 } as const;

export const freshnessTones = { fresh: "ok", ageing: "warn", stale: "bad" } as const satisfies Record<
  Freshness,
  Tone
>;

const DAY = 86_400_000;

/** Of a picture taken at that instant. One from the future is fresh: clocks differ. */
export function freshnessOf(instant: string | Date, now: Date = new Date()): Freshness {
  const days = (now.getTime() - new Date(instant).getTime()) / DAY;
  if (days <= freshnessDays.fresh) return "fresh";
  return days <= freshnessDays.ageing ? "ageing" : "stale";
}

/**
 * How a project's pictures stand, where that is anybody's concern: nobody walks a site that is completed or where
 * the work rests. Null there, and where there is no picture.
 */
export function judgedFreshness(
  { status, last_visit_date }: Pick<Project, "status" | "last_visit_date">,
  now?: Date,
): Freshness | null {
  if (last_visit_date === null || status === "Completed" || status === "On_Hold") return null;
  return freshnessOf(last_visit_date, now);
}
