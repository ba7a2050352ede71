import type { sheetsApi } from "#contract/sheets.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof sheetsApi> = {
  "GET /api/maps": ({ id_project }) => ({ query: { id_project } }),
  "POST /api/maps": ({ id_project }) => ({ body: { id_project, name: "First floor" } }),
  "GET /api/maps/{id}": ({ id_sheet }) => ({ params: { id: id_sheet } }),
  "PUT /api/maps/{id}": ({ id_sheet }) => ({ params: { id: id_sheet }, body: { floor: "0" } }),
  "POST /api/maps/{id}": ({ id_sheet }) => ({
    params: { id: id_sheet },
    body: { _method: "PUT", floor: "1" },
  }),
  "GET /api/maps/{id}/versions": ({ id_sheet }) => ({ params: { id: id_sheet } }),
  "PUT /api/maps/{id}/versions/{version}": ({ id_sheet }) => ({ params: { id: id_sheet, version: 1 } }),
  "POST /api/maps/{id}/arrange": ({ id_sheet, id_visit }) => ({
    params: { id: id_sheet },
    body: { id_visit },
  }),
  "DELETE /api/maps": ({ id_sheet }) => ({ body: { ids: [id_sheet] } }),
  "GET /api/maps/{id}/rooms": ({ id_sheet }) => ({ params: { id: id_sheet } }),
  "PUT /api/maps/{id}/room-positions": ({ id_sheet, id_room }) => ({
    params: { id: id_sheet },
    body: { rooms: [{ id_room, x: 0.25, y: 0.5, heading: 90 }] },
  }),
};
