import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Puts one piece of news into the mail queue for many readers, so that who caused it does not wait for that. */
export const mailNews = defineJob(
  "notifications.mail",
  z.object({
    sort: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    link: z.string().nullable(),
    to: z.array(z.number()),
  }),
);

/** Nightly: what was read long ago, and what is more than anybody scrolls through. */
export const pruneNotifications = defineJob("notifications.prune", z.object({}), { policy: "exclusive" });
