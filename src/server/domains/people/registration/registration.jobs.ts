import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/**
 * Emails an activation or invitation again, if the name has an account that waits for one. The name is looked up by the
 * job: the caller's answer is sent before, so its timing reveals nothing.
 */
export const resendLink = defineJob("registration.resend-link", z.object({ name: z.string() }), {
  expireInSeconds: 60,
});
