import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Takes to the tools what is due. Any number of workers: each card is one's own while he works on it. */
export const sendCards = defineJob("tools.send", z.object({}), {
  policy: "short",
  concurrency: 2,
  retryLimit: 0,
});
/** Acts on what the tools told us. */
export const hearNews = defineJob("tools.hear", z.object({}), { policy: "short", retryLimit: 0 });
/** Asks the boards that tell nothing by themselves, and, every hour, those that do. */
export const askBoards = defineJob("tools.ask", z.object({}), { policy: "exclusive", retryLimit: 0 });
/** Every minute: wakes the three where something is due. */
export const wakeTools = defineJob("tools.wake", z.object({}), { policy: "exclusive", retryLimit: 0 });
