import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Builds an export; harmless when it is ready, cancelled or deleted. A dead worker's job restarts within 15 s. */
export const buildExport = defineJob("exports.build", z.object({ id_export: z.number() }), {
  // Covers hundreds of gigabytes on a slow disk; a hanging worker is found by its heartbeat, not by this.
  expireInSeconds: 12 * 3600,
  retryLimit: 2,
});

/** Every hour: deletes expired files and orphaned ones. */
export const sweepExports = defineJob("exports.sweep", z.object({}), { policy: "exclusive" });
