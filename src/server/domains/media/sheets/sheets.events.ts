import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A sheet of the project was added, changed or deleted, or rooms on one have moved. */
export const sheetsChanged = defineEvent("sheets.changed", z.object({ id_project: z.number() }), {
  broadcast: (place) => [
    { channel: `private-project-${place.id_project}`, event: "sheets-changed", data: place },
  ],
});
