import type { passkeysApi } from "#contract/passkeys.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof passkeysApi> = {
  "GET /api/passkeys": () => ({}),
  "POST /api/passkeys/options": () => ({ body: { password: "wrong wrong" } }),
  "POST /api/passkeys": () => ({ body: { name: "Laptop", credential: {} } }),
  "PUT /api/passkeys/{id}": ({ id_passkey }) => ({ params: { id: id_passkey }, body: { name: "Laptop" } }),
  "DELETE /api/passkeys/{id}": ({ id_passkey }) => ({ params: { id: id_passkey } }),
  "POST /api/passkeys/sign-in/options": () => ({ body: {} }),
  "POST /api/passkeys/sign-in": () => ({ body: { credential: {} } }),
};
