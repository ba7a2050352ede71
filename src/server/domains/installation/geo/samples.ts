import type { geoApi } from "#contract/geo.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof geoApi> = {
  "GET /api/geo/reverse": () => ({ query: { lat: "24.7136", lon: "46.6753" } }),
};
