import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Makes a video's stills and sizes; harmless when they exist already. One at a time: each uses all processors. */
export const buildFilm = defineJob("media.build-film", z.object({ sha256: z.string() }), {
  expireInSeconds: 6 * 3600,
  retryLimit: 5,
  concurrency: 1,
  // A job requested again while it runs waits for that run to end.
  policy: "stately",
});
