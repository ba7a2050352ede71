import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Makes one file of a recording that has ended; harmless when it was made, or is gone. */
export const keepRecording = defineJob("live.keep_recording", z.object({ id_recording: z.number() }), {
  // Twelve hours of a wide picture are a hundred gigabytes.
  expireInSeconds: 3 * 3600,
  retryLimit: 3,
});

/** Removes what is left on the disk of recordings that are gone. */
export const dropRecordings = defineJob(
  "live.drop_recordings",
  z.object({ folders: z.array(z.string()), objects: z.array(z.string()) }),
);
