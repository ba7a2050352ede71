import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Runs a sync; a no-op when it has ended or was deleted. A sync of a dead worker is restarted. */
export const runSync = defineJob("autodesk.sync", z.object({ id_sync: z.number() }), {
  concurrency: 2,
  expireInSeconds: 2 * 3600,
  retryLimit: 2,
  retryDelay: 30,
});
