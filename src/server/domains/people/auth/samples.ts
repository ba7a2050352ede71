import type { authApi } from "#contract/auth.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof authApi> = {
  "POST /api/login": () => ({ body: { username_l: "nobody", password_l: "wrong wrong" } }),
  "POST /api/verify-2fa": () => ({ body: { code: "123456" } }),
  "GET /api/verify-2fa": () => ({}),
  "GET /api/captcha": () => ({}),
  "POST /api/demo-login": () => ({ body: {} }),
  "POST /api/logout": () => ({ body: {} }),
  "GET /api/user": () => ({}),
  "GET /api/csrf-token": () => ({}),
  "GET /api/setup": () => ({}),
  "POST /api/setup": () => ({
    body: { token: "not-a-real-token", email: "first@example.org", password: "long enough" },
  }),
};
