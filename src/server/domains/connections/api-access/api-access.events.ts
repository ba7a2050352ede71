import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

/** A token is no longer valid: every process closes the sockets that subscribed with it. */
export const tokenRevoked = defineEvent("token.revoked", z.object({ id_token: z.number() }));
