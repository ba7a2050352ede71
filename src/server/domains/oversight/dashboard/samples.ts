import type { dashboardApi } from "#contract/dashboard.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof dashboardApi> = {
  "GET /api/dashboard": () => ({}),
  "GET /api/dashboard/changes": () => ({}),
  "PUT /api/dashboard/seen": () => ({ body: { until: "2026-02-01T08:00:00Z" } }),
};
