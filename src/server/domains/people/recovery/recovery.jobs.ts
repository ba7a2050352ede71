import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/**
 * Mails the link that sets a new password, if the name has an account that may have one. Looking the name up is work
 * for later: the caller gets his answer before anybody knows it, so neither its words nor its time tell anything.
 */
export const mailLink = defineJob("recovery.mail-link", z.object({ name: z.string() }), {
  expireInSeconds: 60,
});
