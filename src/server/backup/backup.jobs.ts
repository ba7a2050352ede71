import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Every hour: makes a backup when one is due. One at a time, in any process. */
export const makeDueBackup = defineJob("backup.make", z.object({}), {
  expireInSeconds: 12 * 3600,
  // The next hourly run retries it.
  retryLimit: 0,
  policy: "exclusive",
});
