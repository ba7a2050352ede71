import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/**
 * Compares the photos of a visit that have no position and no match with those of the visit before it, once nothing has
 * been added for a while. By visit.
 */
export const comparePhotos = defineJob("tour.compare-photos", z.object({ id_visit: z.number() }), {
  // 400 rooms on a busy machine.
  expireInSeconds: 3 * 3600,
  policy: "short",
});

/** Nightly: proposes links in visits with rooms from before links were proposed. */
export const proposeMissingWays = defineJob("tour.ways", z.object({}), { policy: "exclusive" });
