import type { administrationApi } from "#contract/administration.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof administrationApi> = {
  "GET /api/activity": () => ({ query: { action: "visit", from: "2026-01-01" } }),
  "GET /api/activity/export": () => ({ query: { action: "visit.created" } }),
  "GET /api/users/export": () => ({ query: { role: "user" } }),
  "PUT /api/users/bulk": ({ id_mate }) => ({ body: { ids: [id_mate], action: "unlock" } }),
};
