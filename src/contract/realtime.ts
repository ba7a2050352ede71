import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";

const socket_id = z.string().regex(/^\d+\.\d+$/);

export const realtimeApi = defineApi({
  "POST /api/broadcasting/auth": endpoint({
    access: "user",
    summary:
      "Sign the subscription of one's own socket to a private or presence channel that the caller may hear. Takes JSON or a form. A token opens private channels within its scopes: `private-user-…` with `account:read`, `private-project-…` with `projects:read`.",
    body: z.object({
      socket_id,
      channel_name: z
        .string()
        .min(1)
        .max(164)
        .regex(/^[A-Za-z0-9_\-=@,.;]+$/),
    }),
    /** `channel_data`: identity of the caller for the others of a presence channel, as JSON text. */
    response: z.object({ auth: z.string(), channel_data: z.string().optional() }),
    envelope: false,
    openToDemo: true,
    perMinute: 600,
  }),
  "POST /api/broadcasting/user-auth": endpoint({
    access: "user",
    summary:
      "Sign one's own socket in (`pusher:signin`), so that a program with the app's secret can send to the user (`sendToUser`). Takes JSON or a form.",
    body: z.object({ socket_id }),
    /** `user_data`: identity of the caller, as JSON text: `{id, user_info}`. */
    response: z.object({ auth: z.string(), user_data: z.string() }),
    envelope: false,
    openToDemo: true,
    perMinute: 600,
  }),
});
