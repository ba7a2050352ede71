import type { realtimeApi } from "#contract/realtime.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof realtimeApi> = {
  "POST /api/broadcasting/user-auth": () => ({ body: { socket_id: "123.456" } }),
  "POST /api/broadcasting/auth": ({ id_project }) => ({
    body: { socket_id: "123.456", channel_name: `private-project-${id_project}` },
  }),
};
