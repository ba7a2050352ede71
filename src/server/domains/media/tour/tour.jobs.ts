import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Nightly: proposes links in visits with rooms from before links were proposed. */
export const proposeMissingWays = defineJob("tour.ways", z.object({}), { policy: "exclusive" });
