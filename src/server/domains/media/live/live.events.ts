import { z } from "zod";
import { liveDrivers } from "#contract/choices.ts";
import { defineEvent } from "#server/platform/events/event.ts";

/**
 * What every node has to know of a channel is another: whether its sender is let in, with which key, at which node he is,
 * since when links are good. Whoever hears it reads the row. `by`: the node that has changed it, and knows.
 */
export const channelTold = defineEvent(
  "live.told",
  z.object({ id_channel: z.number(), code: z.string(), driver: z.enum(liveDrivers), by: z.string() }),
);

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
