import { z } from "zod";
import { defineJob } from "../jobs/job.ts";

/**
 * Hands an email to the server. Its content is sealed with the installation's key: links in it open accounts, and more
 * people can read the queue's table than the email. Attempts follow each other at 2, 4, 8 s and so on up to five
 * minutes; 300 of them are a day, and the email itself knows when it is no longer useful.
 */
export const sendMail = defineJob("mail.send", z.object({ sealed: z.string() }), {
  retryLimit: 300,
  expireInSeconds: 180,
  concurrency: 2,
});
