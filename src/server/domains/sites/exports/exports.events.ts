import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** An export made progress or ended; sent to its requester. */
export const exportProgressed = defineEvent(
  "export.progress",
  z.object({
    id_user: z.number(),
    id: z.number(),
    id_project: z.number(),
    state: z.enum(["waiting", "building", "ready", "failed", "cancelled"]),
    /** 0..1 */
    progress: z.number(),
  }),
  {
    broadcast: ({ id_user, ...data }) => [
      { channel: `private-user-${id_user}`, event: "export-progress", data },
    ],
  },
);
