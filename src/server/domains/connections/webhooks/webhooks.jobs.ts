import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Every night: deletes deliveries that were sent weeks ago. */
export const pruneWebhooks = defineJob("webhooks.prune", z.object({}), { policy: "exclusive" });
