import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/**
 * Emails a recipient about messages that are unread some minutes after the first of them; by recipient. `from_id` is
 * that first one: an email was sent about earlier ones.
 */
export const mailUnread = defineJob(
  "messages.mail-unread",
  z.object({ recipient_id: z.number(), from_id: z.number() }),
  { policy: "short" },
);
