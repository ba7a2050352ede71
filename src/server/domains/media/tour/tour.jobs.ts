import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Nightly: proposes ways in visits whose rooms came before ways were proposed. */
export const proposeMissingWays = defineJob("tour.ways", z.object({}), { policy: "exclusive" });
