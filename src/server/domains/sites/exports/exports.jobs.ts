import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Puts an export together; harmless when it is ready, stopped or gone. A dead worker's is begun anew within 15 s. */
export const buildExport = defineJob("exports.build", z.object({ id_export: z.number() }), {
  // Hundreds of gigabytes on a slow disk; a worker that hangs is found by its heart, not by this.
  expireInSeconds: 12 * 3600,
  retryLimit: 2,
});

/** Every hour: files whose days are over, and those that nobody knows of. */
export const sweepExports = defineJob("exports.sweep", z.object({}), { policy: "exclusive" });
