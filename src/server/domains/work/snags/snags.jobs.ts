import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Mornings: what is due tomorrow, and what was due yesterday. */
export const remindOfSnags = defineJob("snags.remind", z.object({}), { policy: "exclusive" });

/** Makes the snapshots that came with a BCF file photos of their snag, in the name of who brought it. By snag. */
export const showSnapshots = defineJob(
  "snags.snapshots",
  z.object({ id_snag: z.number(), id_user: z.number() }),
  { policy: "short" },
);
