import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Notifies the project that a visit is ready, once nothing has been added to it for a while. By visit. */
export const announceVisit = defineJob("visits.announce", z.object({ id_visit: z.number() }), {
  policy: "short",
});

/**
 * Compares the photos of a visit that have no position and no match with those of the visit before it, once nothing has
 * been added for a while. By visit.
 */
export const comparePhotos = defineJob("tour.compare-photos", z.object({ id_visit: z.number() }), {
  // 400 rooms on a busy machine.
  expireInSeconds: 3 * 3600,
  policy: "short",
});
