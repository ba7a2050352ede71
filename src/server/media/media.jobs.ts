import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";
import { BUILD_SECONDS } from "./index.ts";

/** Makes a picture's variants; harmless when they are made already. */
export const buildVariants = defineJob("media.build-variants", z.object({ sha256: z.string() }), {
  expireInSeconds: BUILD_SECONDS,
  retryLimit: 5,
  concurrency: 2,
  // Several rooms may show the same picture: one job that waits does for all of them.
  policy: "short",
});

/** Once a day: bins, leftovers of uploads, pictures that no room shows any more. */
export const sweep = defineJob("media.sweep", z.object({}), { expireInSeconds: 3600, policy: "exclusive" });

/** Every hour: uploads in parts that nobody went on with. */
export const sweepUploads = defineJob("media.sweep-uploads", z.object({}), { policy: "exclusive" });

/** Every twenty minutes: asks again for pictures whose job was given up, say because the disk was full for long. */
export const catchUp = defineJob("media.catch-up", z.object({}), { policy: "exclusive" });

/** Milliseconds after which a picture that is still being made has been forgotten. */
export const FORGOTTEN_AFTER = 30 * 60_000;
