import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Notifies the project that a visit is ready, once nothing has been added to it for a while. By visit. */
export const announceVisit = defineJob("visits.announce", z.object({ id_visit: z.number() }), {
  policy: "short",
});
