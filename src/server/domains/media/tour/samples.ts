import type { tourApi } from "#contract/tour.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof tourApi> = {
  "POST /api/rooms/{id}/hotspots": ({ id_room }) => ({
    params: { id: id_room },
    body: { id_target_room: id_room, yaw: 30, pitch: -10 },
  }),
  "PUT /api/rooms/{id}/hotspots/{point}": ({ id_room, id_hotspot }) => ({
    params: { id: id_room, point: id_hotspot },
    body: { yaw: 40 },
  }),
  "DELETE /api/rooms/{id}/hotspots/{point}": ({ id_room, id_hotspot }) => ({
    params: { id: id_room, point: id_hotspot },
  }),
  "POST /api/rooms/{id}/infos": ({ id_room }) => ({
    params: { id: id_room },
    body: { kind: "text", yaw: 30, pitch: 0, label: "Valve", text: "Closes the riser." },
  }),
  "PUT /api/rooms/{id}/infos/{point}": ({ id_room, id_info }) => ({
    params: { id: id_room, point: id_info },
    body: { text: "Closes both risers." },
  }),
  "DELETE /api/rooms/{id}/infos/{point}": ({ id_room, id_info }) => ({
    params: { id: id_room, point: id_info },
  }),
  "GET /api/visits/hotspot-visits": ({ id_room, id_project }) => ({
    query: { room_id: id_room, project_id: id_project },
  }),
  "PUT /api/visits/bind-hotspot": ({ id_room, id_other_visit, id_other_room }) => ({
    body: { id_room, id_visit: id_other_visit, id_target_room: id_other_room },
  }),
  "DELETE /api/visits/unbind-hotspot": ({ id_room, id_other_visit }) => ({
    body: { id_room, id_visit: id_other_visit },
  }),
  "GET /api/visits/{id}/matches": ({ id_visit, id_other_visit }) => ({
    params: { id: id_visit },
    query: { with: id_other_visit },
  }),
  "PUT /api/visits/{id}/matches": ({ id_visit, id_room, id_other_visit, id_other_room }) => ({
    params: { id: id_visit },
    body: {
      id_visit: id_other_visit,
      rooms: [{ id_room, decision: "same", id_target_room: id_other_room }],
    },
  }),
  "POST /api/visits/{id}/matches/undo": ({ id_visit, id_room }) => ({
    params: { id: id_visit },
    body: { spots: [[id_room]], denied: [], allowed: [] },
  }),
  "POST /api/visits/{id}/bind": ({ id_visit }) => ({ params: { id: id_visit } }),
};
