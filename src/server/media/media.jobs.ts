import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";
import { BUILD_SECONDS } from "./index.ts";

/** Builds a picture's variants; harmless when they exist already. */
export const buildVariants = defineJob("media.build-variants", z.object({ sha256: z.string() }), {
  expireInSeconds: BUILD_SECONDS,
  retryLimit: 5,
  concurrency: 2,
  // Several rooms may show the same picture: one waiting job serves all of them.
  policy: "short",
});

/** Once a day: bins, leftovers of uploads, pictures that no room shows any more. */
export const sweep = defineJob("media.sweep", z.object({}), { expireInSeconds: 3600, policy: "exclusive" });

/** Every hour: abandoned multipart uploads. */
export const sweepUploads = defineJob("media.sweep-uploads", z.object({}), { policy: "exclusive" });

/**
 * Every twenty minutes: requests pictures again whose job was given up, for example because the disk was full for a
 * long time.
 */
export const catchUp = defineJob("media.catch-up", z.object({}), { policy: "exclusive" });

/** Milliseconds after which a picture that is still pending counts as forgotten. */
export const FORGOTTEN_AFTER = 30 * 60_000;
