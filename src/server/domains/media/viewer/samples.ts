import type { viewerApi } from "#contract/viewer.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof viewerApi> = {
  "GET /api/viewer-visit": ({ code }) => ({ query: { code } }),
  "GET /api/viewer-room-pois": ({ code, id_room }) => ({ query: { code, id_room } }),
  "GET /api/viewer-walks": ({ code }) => ({ query: { code } }),
  "GET /api/viewer-dates": ({ code, id_room }) => ({ query: { code, id_room } }),
  "GET /api/viewer-timeline": ({ code, id_room }) => ({ query: { code, id_room } }),
};
