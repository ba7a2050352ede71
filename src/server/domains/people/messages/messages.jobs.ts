import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/**
 * Tells by mail of messages that still wait some minutes after the first of them came; by recipient. `from_id` is
 * that first one: what waited before has been mailed about.
 */
export const mailUnread = defineJob(
  "messages.mail-unread",
  z.object({ recipient_id: z.number(), from_id: z.number() }),
  { policy: "short" },
);
