import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A project's data, status, cover or labels changed, or it was soft-deleted or restored. */
export const projectChanged = defineEvent("project.changed", z.object({ id_project: z.number() }), {
  broadcast: ({ id_project }) => [
    { channel: `private-project-${id_project}`, event: "project-changed", data: { id_project } },
  ],
});
