import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Makes a film's stills and sizes; harmless when they are made already. One at a time: each takes all it can get. */
export const buildFilm = defineJob("media.build-film", z.object({ sha256: z.string() }), {
  expireInSeconds: 6 * 3600,
  retryLimit: 5,
  concurrency: 1,
  // One that was asked for again while it is made waits for that to end.
  policy: "stately",
});
