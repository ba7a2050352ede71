import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";

export const realtimeApi = defineApi({
  "POST /api/broadcasting/auth": endpoint({
    access: "user",
    summary: "Sign a socket's subscription to a private channel that the caller may hear.",
    body: z.object({
      socket_id: z.string().regex(/^\d+\.\d+$/),
      channel_name: z
        .string()
        .min(1)
        .max(164)
        .regex(/^[A-Za-z0-9_\-=@,.;]+$/),
    }),
    response: z.object({ auth: z.string() }),
    envelope: false,
    openToDemo: true,
    perMinute: 600,
  }),
});
