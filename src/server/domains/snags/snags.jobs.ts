import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Mornings: what is due tomorrow, and what was due yesterday. */
export const remindOfSnags = defineJob("snags.remind", z.object({}), { policy: "exclusive" });
