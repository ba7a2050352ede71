import type { twoFactorApi } from "#contract/two-factor.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof twoFactorApi> = {
  "GET /api/two-factor": () => ({}),
  "POST /api/two-factor/setup": () => ({ body: { password: "wrong wrong" } }),
  "POST /api/two-factor/confirm": () => ({ body: { code: "123456" } }),
  "POST /api/two-factor/disable": () => ({ body: { password: "wrong wrong" } }),
  "POST /api/two-factor/recovery-codes": () => ({ body: { password: "wrong wrong" } }),
  "DELETE /api/users/{id}/two-factor": ({ id_user }) => ({ params: { id: id_user } }),
};
