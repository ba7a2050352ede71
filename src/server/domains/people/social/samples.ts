import type { socialApi } from "#contract/social.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof socialApi> = {
  "GET /api/auth/{provider}": () => ({ params: { provider: "google" } }),
  "GET /api/auth/{provider}/link": () => ({ params: { provider: "google" } }),
  "POST /api/auth/{provider}/link": () => ({
    params: { provider: "google" },
    body: { password: "correct horse battery" },
  }),
  "POST /api/auth/{provider}/unlink": () => ({ params: { provider: "google" }, body: {} }),
  "GET /api/social-accounts": () => ({}),
  "POST /api/set-social-password": () => ({
    body: { password: "long enough for all", password_confirmation: "long enough for all" },
  }),
};
