import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A project's data, state, cover or labels are others than before, or it went to the bin or came back. */
export const projectChanged = defineEvent("project.changed", z.object({ id_project: z.number() }), {
  broadcast: ({ id_project }) => [
    { channel: `private-project-${id_project}`, event: "project-changed", data: { id_project } },
  ],
});
