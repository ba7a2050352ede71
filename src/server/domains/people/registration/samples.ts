import type { registrationApi } from "#contract/registration.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof registrationApi> = {
  "POST /api/register": () => ({
    body: { username: "newcomer", email: "newcomer@example.org", password: "long enough for all" },
  }),
  "GET /api/check-invitation-token": () => ({ query: { token: "not-a-real-token" } }),
  "POST /api/activate-account": () => ({ body: { token: "not-a-real-token" } }),
  "POST /api/activation/resend": () => ({ body: { username_f: "nobody" } }),
};
