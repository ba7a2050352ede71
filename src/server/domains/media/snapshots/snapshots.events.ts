import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A snapshot of a visit was taken, changed or deleted. Carries no content: not every member may see it. */
export const snapshotsChanged = defineEvent(
  "snapshots.changed",
  z.object({ id_project: z.number(), id_visit: z.number() }),
  {
    broadcast: (place) => [
      { channel: `private-project-${place.id_project}`, event: "snapshots-changed", data: place },
    ],
  },
);
