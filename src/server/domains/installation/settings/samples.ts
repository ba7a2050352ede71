import type { settingsApi } from "#contract/settings.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof settingsApi> = {
  "GET /api/settings": () => ({}),
  "PUT /api/settings": () => ({ body: { announce_msg: "" } }),
  "POST /api/settings/test-mail": () => ({ body: { to: "somebody@example.org" } }),
  "POST /api/settings/test-connection": () => ({ body: { service: "peerjs" } }),
  "POST /api/settings/pictures/{picture}": () => ({ params: { picture: "logo" }, files: ["file"] }),
  "DELETE /api/settings/pictures/{picture}": () => ({ params: { picture: "logo" } }),
};
