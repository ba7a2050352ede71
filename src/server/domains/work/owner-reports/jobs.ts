import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Freezes the figures of one report, and hands it to its recipients. */
export const writeReport = defineJob("owner-reports.write", z.object({ run: z.number() }), {
  policy: "stately",
  retryLimit: 10,
});

/** Sends one copy by email: attempts follow each other for a day, as with every email. */
export const mailReport = defineJob("owner-reports.mail", z.object({ delivery: z.number() }), {
  retryLimit: 300,
  expireInSeconds: 180,
});
