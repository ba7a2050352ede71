import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job.ts";

/**
 * Sends a voice note to the transcription service and stores the text as a draft. One at a time: such a service usually
 * has one processor.
 */
export const transcribeNote = defineJob("voice-notes.transcribe", z.object({ id: z.number() }), {
  expireInSeconds: 240,
  retryLimit: 5,
  retryDelay: 5,
  concurrency: 1,
});
