import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Makes a time-lapse of a spot; a no-op when it is finished or cancelled. */
export const makeSpotTimelapse = defineJob("spot_timelapses.make", z.object({ id_timelapse: z.number() }), {
  expireInSeconds: 3600,
  retryLimit: 2,
});
