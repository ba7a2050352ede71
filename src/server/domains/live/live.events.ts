import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A channel of the project was added, changed, deleted, has another state, or recordings of it are others. */
export const channelsChanged = defineEvent(
  "live.changed",
  z.object({ id_project: z.number(), id_channel: z.number() }),
  {
    broadcast: (place) => [
      { channel: `private-project-${place.id_project}`, event: "live-changed", data: place },
    ],
  },
);
