import type { showcaseApi } from "#contract/showcase.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof showcaseApi> = {
  "GET /api/showcase": ({ code_public }) => ({ query: { project_code: code_public } }),
};
