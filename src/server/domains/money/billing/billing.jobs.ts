import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Every hour: writes the bills of all cycles that are over. A second run finds nothing left to do. */
export const writeBills = defineJob("billing.write_bills", z.object({}), {
  policy: "exclusive",
  // After weeks without power there may be much to catch up on.
  expireInSeconds: 3600,
});
