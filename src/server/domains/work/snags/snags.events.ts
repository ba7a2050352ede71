import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/**
 * Snags of a project were pinned, changed, commented or deleted; `rooms`: rooms in whose pictures they are. Carries no
 * content: not every member may see snags, and pages fetch what they may.
 */
export const snagsChanged = defineEvent(
  "snag.changed",
  z.object({ id_project: z.number(), ids: z.array(z.number()), rooms: z.array(z.number()) }),
  {
    broadcast: ({ id_project, ids, rooms }) => [
      { channel: `private-project-${id_project}`, event: "snag.changed", data: { id_project, ids, rooms } },
    ],
  },
);
