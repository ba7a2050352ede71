import type { auditApi } from "#contract/audit.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof auditApi> = {
  "GET /api/audit": () => ({}),
  "GET /api/audit/check": () => ({ query: { after: 0 } }),
  "GET /api/audit/newest-seal": () => ({}),
};
