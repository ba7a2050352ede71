import type { systemApi } from "#contract/system.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof systemApi> = {
  "GET /api/health": () => ({}),
  "GET /api/ready": () => ({}),
  "GET /api/system/media": () => ({}),
  "GET /api/system/overview": () => ({}),
  // Jobs that were given up are rare: none has this id.
  "POST /api/system/jobs/{id}/again": () => ({ params: { id: "00000000-0000-4000-8000-000000000000" } }),
  "GET /api/system/diagnosis": () => ({}),
};
