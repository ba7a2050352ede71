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
  "GET /api/viewer-count/video": ({ code_video }) => ({ query: { video_code: code_video } }),
  "POST /api/viewer-count/log-video": ({ code_video }) => ({ body: { video_code: code_video } }),
  "GET /api/three60videos/{id}/access-logs/viewer-count": ({ code_video }) => ({
    params: { id: code_video },
  }),
  "POST /api/three60videos/{id}/access-logs/log-access": ({ code_video }) => ({
    params: { id: code_video },
    body: { duration_seconds: 5 },
  }),
  "PUT /api/three60videos/{id}/access-logs/end-session": ({ code_video }) => ({
    params: { id: code_video },
    body: { duration_seconds: 9 },
  }),
  "GET /api/three60videos/{id}/access-logs": ({ id_video }) => ({ params: { id: id_video } }),
  "GET /api/three60videos/{id}/access-logs/statistics": ({ id_video }) => ({
    params: { id: id_video },
    query: { period: "week" },
  }),
  "POST /api/video-access-logs/cleanup": () => ({ body: { days: 3650 } }),
};
