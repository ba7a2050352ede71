import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Looks at one camera that was just added or changed. */
export const checkCamera = defineJob("cctv.check", z.object({ id_camera: z.number() }), {
  policy: "short",
  concurrency: 2,
});
/** Every five minutes: looks at all of them. */
export const checkCameras = defineJob("cctv.check_all", z.object({}), { policy: "exclusive", retryLimit: 0 });
/** Every minute: keeps the pictures that are due. */
export const keepStills = defineJob("cctv.stills", z.object({}), { policy: "exclusive", retryLimit: 0 });
/** Makes a film of stills; harmless when it is made, or gone. */
export const makeTimelapse = defineJob("cctv.timelapse", z.object({ id_timelapse: z.number() }), {
  // Twenty thousand pictures take half an hour on a busy machine.
  expireInSeconds: 3 * 3600,
  retryLimit: 2,
});
