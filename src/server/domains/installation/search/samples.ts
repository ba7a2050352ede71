import type { searchApi } from "#contract/search.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof searchApi> = {
  "POST /api/search/global": () => ({ body: { q: "palm" } }),
  "GET /api/search/suggestions": () => ({ query: { q: "pa" } }),
  "GET /api/search/recent": () => ({}),
  "POST /api/search/recent": () => ({ body: { q: "palm" } }),
  "DELETE /api/search/recent": () => ({}),
  "GET /api/search/popular": () => ({}),
};
