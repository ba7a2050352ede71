import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** Plan, spots or skips of a project changed. */
export const coverageChanged = defineEvent("coverage.changed", z.object({ id_project: z.number() }), {
  broadcast: (place) => [
    { channel: `private-project-${place.id_project}`, event: "coverage-changed", data: place },
  ],
});
