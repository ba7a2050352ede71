import { z } from "zod";
import { defineEvent } from "../events/event.ts";

/** An outside program sends an event to all subscribers of these channels, `data` word for word. */
export const realtimeTriggered = defineEvent(
  "realtime.triggered",
  z.object({
    channels: z.array(z.string()),
    name: z.string(),
    data: z.string(),
    socket_id: z.string().optional(),
  }),
);

/** An outside program disconnects everyone with this id. */
export const realtimeExpelled = defineEvent("realtime.expelled", z.object({ user_id: z.string() }));
