import type { Project } from "#contract/projects.ts";
import { type Freshness, freshnessOf } from "#web/lib/freshness.ts";
import type { Tone } from "#web/ui/tone.ts";

export const freshnessTones = { fresh: "ok", ageing: "warn", stale: "bad" } as const satisfies Record<
  Freshness,
  Tone
>;

/**
 * Freshness of a project's photos, where it matters: a completed or paused site needs no visits. Null there, and where
 * there is no photo.
 */
export function judgedFreshness(
  { status, last_visit_date }: Pick<Project, "status" | "last_visit_date">,
  now?: Date,
): Freshness | null {
  if (last_visit_date === null || status === "Completed" || status === "On_Hold") return null;
  return freshnessOf(last_visit_date, now);
}
