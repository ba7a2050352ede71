import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/**
 * A session has ended: every process closes the sockets that were opened with it. With the user's id, unless they
 * signed out themselves, their browsers are notified first: the affected one reloads the user and learns why.
 */
export const sessionEnded = defineEvent(
  "session.ended",
  z.object({
    id_session: z.number(),
    id_user: z.number().optional(),
    reason: z.enum(["logout", "revoked", "forced"]).optional(),
  }),
  {
    broadcast: ({ id_session, id_user, reason }) =>
      id_user === undefined || reason === undefined || reason === "logout"
        ? []
        : [{ channel: `private-user-${id_user}`, event: "session.ended", data: { id_session, reason } }],
  },
);
