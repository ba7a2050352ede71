import { z } from "zod";
import { defineJob } from "../jobs/job.ts";

/**
 * Hands a mail to the server. What it says is sealed with the installation's key: links in it open accounts, and the
 * queue's table is read by more eyes than the mail. Tries follow each other at 2, 4, 8 s and so on up to five
 * minutes; 300 of them are a day, and the mail itself knows when it is of no use any more.
 */
export const sendMail = defineJob("mail.send", z.object({ sealed: z.string() }), {
  retryLimit: 300,
  expireInSeconds: 180,
  concurrency: 2,
});
