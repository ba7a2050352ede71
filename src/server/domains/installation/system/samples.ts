import type { systemApi } from "#contract/system.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof systemApi> = {
  "GET /api/health": () => ({}),
  "GET /api/ready": () => ({}),
  "GET /api/system/media": () => ({}),
  "GET /api/system/overview": () => ({}),
  "POST /api/system/jobs/{id}/again": ({ id_failed_job }) => ({ params: { id: id_failed_job } }),
  "GET /api/system/diagnosis": () => ({}),
};
