import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/**
 * Mails an activation or invitation again, if the name has an account that waits for one. Looking the name up is
 * work for later: the caller gets his answer before anybody knows it, so its time tells nothing.
 */
export const resendLink = defineJob("registration.resend-link", z.object({ name: z.string() }), {
  expireInSeconds: 60,
});
