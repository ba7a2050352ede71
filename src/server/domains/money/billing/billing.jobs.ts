import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Every hour: writes the invoices of all cycles that have ended. A second run finds nothing left to do. */
export const writeBills = defineJob("billing.write_bills", z.object({}), {
  policy: "exclusive",
  // After weeks of downtime there may be much to catch up on.
  expireInSeconds: 3600,
});
