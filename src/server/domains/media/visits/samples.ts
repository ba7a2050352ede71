import type { visitsApi } from "#contract/visits.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof visitsApi> = {
  "GET /api/visits": ({ id_project }) => ({ query: { id_project } }),
  "POST /api/visits": ({ id_project }) => ({
    body: { id_project, name: "Weekly walk", visit_date: "2026-03-01T08:30:00Z" },
  }),
  "GET /api/visits/{id}": ({ id_visit }) => ({ params: { id: id_visit } }),
  "PUT /api/visits/{id}": ({ id_visit }) => ({
    params: { id: id_visit },
    body: { description: "After the pour" },
  }),
  "DELETE /api/visits/{id}": ({ id_visit }) => ({ params: { id: id_visit } }),
  "PUT /api/visits/star": ({ id_visit }) => ({ body: { id_visit, starred: 1 } }),
  "PUT /api/visits/bulk-star": ({ id_visit }) => ({ body: { visit_ids: [id_visit] } }),
  "POST /api/rooms": ({ id_visit }) => ({
    body: { id_visit: String(id_visit), name: "Stairs" },
    files: ["file"],
  }),
  "PUT /api/rooms/{id}": ({ id_room }) => ({ params: { id: id_room }, body: { north: 12.5 } }),
  "DELETE /api/rooms/{id}": ({ id_room }) => ({ params: { id: id_room } }),
};
