import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/** Sends due cards to the tools. Any number of workers: each card is held by one at a time. */
export const sendCards = defineJob("tools.send", z.object({}), {
  policy: "short",
  concurrency: 2,
  retryLimit: 0,
});
/** Processes events from the tools. */
export const hearNews = defineJob("tools.hear", z.object({}), { policy: "short", retryLimit: 0 });
/** Polls the boards without hooks, and, every hour, those with hooks. */
export const askBoards = defineJob("tools.ask", z.object({}), { policy: "exclusive", retryLimit: 0 });
/** Every minute: wakes the three where something is due. */
export const wakeTools = defineJob("tools.wake", z.object({}), { policy: "exclusive", retryLimit: 0 });
