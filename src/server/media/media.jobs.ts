import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";
import { BUILD_SECONDS } from "./index.ts";

/** Makes a picture's variants; harmless when they are made already. */
export const buildVariants = defineJob("media.build-variants", z.object({ sha256: z.string() }), {
  expireInSeconds: BUILD_SECONDS,
  retryLimit: 5,
  concurrency: 2,
});

/** Once a day: bins, leftovers of uploads, pictures that no room shows any more. */
export const sweep = defineJob("media.sweep", z.object({}), { expireInSeconds: 3600, policy: "exclusive" });
