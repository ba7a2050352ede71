import type { guidedApi } from "#contract/guided.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof guidedApi> = {
  "POST /api/guided-tours": ({ id_visit }) => ({ body: { id_visit } }),
  "GET /api/guided-tours/{code}": ({ code }) => ({ params: { code } }),
};
