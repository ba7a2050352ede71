import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

const Walk = z.object({ id_walk: z.number() });

/** Reads the path of a walk video, piece by piece; continues after the last piece that was stored. By walk. */
export const readWalk = defineJob("walks.read", Walk, {
  // Half an hour of a large video on a busy machine.
  expireInSeconds: 6 * 3600,
  retryLimit: 5,
  policy: "short",
});

/** Makes the requested rooms of a walk that are not made yet. By walk. */
export const makeWalkRooms = defineJob("walks.make-rooms", Walk, {
  expireInSeconds: 3 * 3600,
  retryLimit: 5,
  policy: "short",
});
