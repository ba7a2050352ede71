import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Sends the people of a crew their new snags of a project. Keyed by both, so that snags of one minute are one message. */
export const notifyCrew = defineJob(
  "crews.notify",
  z.object({ id_crew: z.number(), id_project: z.number() }),
  {
    policy: "short",
  },
);

/** Every hour: the daily digest of projects whose hour has come. */
export const sendCrewDigests = defineJob("crews.digest", z.object({}), { policy: "exclusive" });

/** Hands a text message to the gateway of the settings. Its content is sealed: it holds a link. */
export const sendCrewText = defineJob("crews.text", z.object({ sealed: z.string() }), {
  retryLimit: 12,
  expireInSeconds: 60,
});
