import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A photo of the project was added, changed, deleted or restored. */
export const photosChanged = defineEvent("photos.changed", z.object({ id_project: z.number() }), {
  broadcast: (place) => [
    { channel: `private-project-${place.id_project}`, event: "photos-changed", data: place },
  ],
});
