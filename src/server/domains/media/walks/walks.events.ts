import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A walk of the visit was added, deleted, placed, or made progress. */
export const walksChanged = defineEvent(
  "walks.changed",
  z.object({ id_project: z.number(), id_visit: z.number() }),
  {
    broadcast: (place) => [
      { channel: `private-project-${place.id_project}`, event: "walks-changed", data: place },
    ],
  },
);
