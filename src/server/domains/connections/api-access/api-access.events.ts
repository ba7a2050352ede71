import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A token opens nothing any more: every process closes the sockets that subscribed with it. */
export const tokenRevoked = defineEvent("token.revoked", z.object({ id_token: z.number() }));
