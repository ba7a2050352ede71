import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Queues the emails of one notification for many readers, so that the actor's call does not wait for that. */
export const mailNews = defineJob(
  "notifications.mail",
  z.object({
    sort: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    link: z.string().nullable(),
    to: z.array(z.number()),
  }),
);

/** Nightly: deletes notifications that were read long ago, and those beyond the limit per user. */
export const pruneNotifications = defineJob("notifications.prune", z.object({}), { policy: "exclusive" });
