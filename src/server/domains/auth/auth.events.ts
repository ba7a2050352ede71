import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A session is over: every process closes the sockets that were opened with it. */
export const sessionEnded = defineEvent("session.ended", z.object({ id_session: z.number() }));
