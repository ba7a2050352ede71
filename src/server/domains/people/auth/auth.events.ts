import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/**
 * A session is over: every process closes the sockets that were opened with it. With whose it was, and unless that
 * person ended it himself by signing out, his browsers are told first: the one that is meant asks and learns why.
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
