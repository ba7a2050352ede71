import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/**
 * Tells the hosted service what browsers are to hear. It waits in the transaction that made it true; a service that is
 * away is asked again for about eight minutes. What it has not taken by then, pages read when they next ask.
 */
export const pushBroadcasts = defineJob(
  "realtime.push",
  z.object({
    events: z.array(z.object({ channel: z.string(), name: z.string(), data: z.string() })),
  }),
  { retryLimit: 8, expireInSeconds: 60, concurrency: 4 },
);

/** Ends the connections of somebody at the hosted service, whose session is over. */
export const pushTerminate = defineJob("realtime.terminate", z.object({ id_user: z.number() }), {
  retryLimit: 8,
  expireInSeconds: 60,
});
