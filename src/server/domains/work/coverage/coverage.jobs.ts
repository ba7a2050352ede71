import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Mornings: records spots that are overdue, and notifies the people who can photograph them. */
export const reportOverdueSpots = defineJob("coverage.digest", z.object({}), { policy: "exclusive" });
