import type { recoveryApi } from "#contract/recovery.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof recoveryApi> = {
  "POST /api/password/email": () => ({ body: { username_f: "nobody" } }),
  "GET /api/password/reset": () => ({ query: { token: "not-a-real-token" } }),
  "POST /api/password/reset": () => ({
    body: { token: "not-a-real-token", password: "long enough for all" },
  }),
};
