import type { sessionsApi } from "#contract/sessions.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof sessionsApi> = {
  "GET /api/sessions": () => ({}),
  "GET /api/sessions/devices": () => ({}),
  "GET /api/sessions/alerts": () => ({}),
  "GET /api/sessions/{id}": ({ id_session }) => ({ params: { id: id_session } }),
  "DELETE /api/sessions/{id}": ({ id_session }) => ({ params: { id: id_session } }),
  "POST /api/sessions/revoke-all": () => ({ body: {} }),
  "GET /api/admin/sessions": () => ({}),
  "GET /api/admin/sessions/analytics": () => ({}),
  "DELETE /api/admin/sessions/{id}/force-logout": ({ id_session }) => ({ params: { id: id_session } }),
};
