import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Brings over what a sync is about; harmless when it has ended, or is gone. A dead worker's is begun anew. */
export const runSync = defineJob("autodesk.sync", z.object({ id_sync: z.number() }), {
  concurrency: 2,
  expireInSeconds: 2 * 3600,
  retryLimit: 2,
  retryDelay: 30,
});
