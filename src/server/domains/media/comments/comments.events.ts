import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/**
 * Comments of a video were written, changed, resolved or deleted. Carries no content: pages request the comments that
 * they may see.
 */
export const commentsChanged = defineEvent(
  "comment.changed",
  z.object({ id_project: z.number(), id_video: z.number() }),
  {
    broadcast: (place) => [
      { channel: `private-project-${place.id_project}`, event: "comment.changed", data: place },
    ],
  },
);
