import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";

export const realtimeApi = defineApi({
  "POST /api/broadcasting/auth": endpoint({
    access: "user",
    summary:
      "Sign a socket's subscription to a private or presence channel that the caller may hear. Takes JSON or a form.",
    body: z.object({
      socket_id: z.string().regex(/^\d+\.\d+$/),
      channel_name: z
        .string()
        .min(1)
        .max(164)
        .regex(/^[A-Za-z0-9_\-=@,.;]+$/),
    }),
    /** `channel_data`: who the caller is to the others of a presence channel, as JSON text. */
    response: z.object({ auth: z.string(), channel_data: z.string().optional() }),
    envelope: false,
    openToDemo: true,
    perMinute: 600,
  }),
});
