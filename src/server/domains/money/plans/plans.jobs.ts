import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Mornings: plans that end within a week. */
export const remindOfPlans = defineJob("plans.remind", z.object({}), { policy: "exclusive" });
