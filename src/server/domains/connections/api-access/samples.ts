import type { apiAccessApi } from "#contract/api-access.ts";
import type { SamplePlace, Samples } from "#server/platform/samples.ts";

const token = ({ id_api_token }: SamplePlace) => ({ params: { id: id_api_token } });

export const samples: Samples<keyof typeof apiAccessApi> = {
  "GET /api/tokens": () => ({}),
  "POST /api/tokens": () => ({
    body: { name: "Reports", scopes: ["snags:read"], password: "correct horse battery" },
  }),
  "PUT /api/tokens/{id}": (place) => ({ ...token(place), body: { name: "Reports, weekly" } }),
  "DELETE /api/tokens/{id}": token,
};
