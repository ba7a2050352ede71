import { z } from "zod";
import { liveDrivers } from "#contract/choices.ts";
import { defineEvent } from "#server/platform/events/event.ts";

/**
 * The data that every node needs of a channel have changed: whether its sender is admitted, with which key, at which
 * node, since when links are valid. Listeners read the row. `by`: the node of the change, which knows it already.
 */
export const channelTold = defineEvent(
  "live.told",
  z.object({ id_channel: z.number(), code: z.string(), driver: z.enum(liveDrivers), by: z.string() }),
);

/** A channel of the project was added, changed or deleted, its status has changed, or its recordings have. */
export const channelsChanged = defineEvent(
  "live.changed",
  z.object({ id_project: z.number(), id_channel: z.number() }),
  {
    broadcast: (place) => [
      { channel: `private-project-${place.id_project}`, event: "live-changed", data: place },
    ],
  },
);
