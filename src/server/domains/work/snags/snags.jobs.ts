import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Mornings: reminders of snags due tomorrow, and of those due yesterday. */
export const remindOfSnags = defineJob("snags.remind", z.object({}), { policy: "exclusive" });

/** Turns the snapshots of a BCF file into photos of their snag, on behalf of the importing user. One job per snag. */
export const showSnapshots = defineJob(
  "snags.snapshots",
  z.object({ id_snag: z.number(), id_user: z.number() }),
  { policy: "short" },
);
