import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Checks a camera that was just added or changed. */
export const checkCamera = defineJob("cctv.check", z.object({ id_camera: z.number() }), {
  policy: "short",
  concurrency: 2,
});
/** Every five minutes: checks all cameras. */
export const checkCameras = defineJob("cctv.check_all", z.object({}), { policy: "exclusive", retryLimit: 0 });
/** Every minute: takes the pictures that are due. */
export const keepStills = defineJob("cctv.stills", z.object({}), { policy: "exclusive", retryLimit: 0 });
/** Makes a time-lapse of stills; a no-op when it is finished or deleted. */
export const makeTimelapse = defineJob("cctv.timelapse", z.object({ id_timelapse: z.number() }), {
  // Twenty thousand pictures take half an hour under load.
  expireInSeconds: 3 * 3600,
  retryLimit: 2,
});
