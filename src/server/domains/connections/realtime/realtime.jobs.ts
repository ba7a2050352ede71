import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/**
 * Sends browser events to the hosted service. Queued in the transaction of the change; retried for about eight minutes
 * while the service is unavailable. After that, pages read the change with their next request.
 */
export const pushBroadcasts = defineJob(
  "realtime.push",
  z.object({
    events: z.array(z.object({ channel: z.string(), name: z.string(), data: z.string() })),
  }),
  { retryLimit: 8, expireInSeconds: 60, concurrency: 4 },
);

/** Ends the connections of a user at the hosted service after their session has ended. */
export const pushTerminate = defineJob("realtime.terminate", z.object({ id_user: z.number() }), {
  retryLimit: 8,
  expireInSeconds: 60,
});
