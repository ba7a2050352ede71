import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Makes a floor plan's tiles; harmless when they exist already. Two attempts in child processes of 200 seconds at most. */
export const buildPlan = defineJob(
  "media.build-plan",
  z.object({ sha256: z.string(), page: z.number().int().positive() }),
  { expireInSeconds: 600, retryLimit: 5, concurrency: 1, policy: "short" },
);
