import type { accessLogsApi } from "#contract/access-logs.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof accessLogsApi> = {
  "GET /api/viewer-count/visit": ({ code }) => ({ query: { visit_code: code } }),
  "POST /api/viewer-count/log-visit": ({ code }) => ({ body: { visit_code: code } }),
  "PUT /api/viewer-count/update-activity": ({ code, id_room }) => ({
    body: { visit_code: code, session: "none", duration_seconds: 20, id_room },
  }),
  "GET /api/visits/{id}/access-logs": ({ id_visit }) => ({ params: { id: id_visit } }),
  "GET /api/visits/{id}/access-logs/statistics": ({ id_visit }) => ({
    params: { id: id_visit },
    query: { period: "week" },
  }),
  "GET /api/visits/{id}/share": ({ id_visit }) => ({ params: { id: id_visit } }),
  "PUT /api/visits/{id}/share": ({ id_visit }) => ({ params: { id: id_visit }, body: { history: true } }),
  "POST /api/viewer-visit/unlock": ({ code }) => ({ body: { code, password: "gate 7" } }),
};
