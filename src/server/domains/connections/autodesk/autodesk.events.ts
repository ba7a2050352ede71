import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** Published when a sync makes progress or ends, for the user who requested it. */
export const autodeskSynced = defineEvent(
  "autodesk.synced",
  z.object({
    id_user: z.number(),
    id: z.number(),
    kind: z.enum(["hub", "project", "sheets"]),
    state: z.enum(["waiting", "running", "done", "partial", "failed"]),
    done: z.number(),
    total: z.number().nullable(),
  }),
  {
    broadcast: ({ id_user, ...data }) => [
      { channel: `private-user-${id_user}`, event: "autodesk-sync", data },
    ],
  },
);
