import type { systemApi } from "#contract/system.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof systemApi> = {
  "GET /api/health": () => ({}),
  "GET /api/system/media": () => ({}),
};
