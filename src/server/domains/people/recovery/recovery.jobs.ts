import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/**
 * Emails the link that sets a new password, if the name has an account that may have one. The name is looked up by the
 * job: the caller's answer is sent before, so neither its words nor its timing reveal anything.
 */
export const mailLink = defineJob("recovery.mail-link", z.object({ name: z.string() }), {
  expireInSeconds: 60,
});
