import type { walksApi } from "#contract/walks.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof walksApi> = {
  "GET /api/visits/{id}/walks": ({ id_visit }) => ({ params: { id: id_visit } }),
  "POST /api/visits/{id}/walks": ({ id_visit }) => ({
    params: { id: id_visit },
    body: {},
  }),
  "GET /api/visits/{id}/walks/{walk}": ({ id_visit, id_walk }) => ({
    params: { id: id_visit, walk: id_walk },
  }),
  "PUT /api/visits/{id}/walks/{walk}": ({ id_visit, id_walk, id_sheet }) => ({
    params: { id: id_visit, walk: id_walk },
    body: { taps: [{ picture: 0, id_sheet, x: 0.2, y: 0.3 }] },
  }),
  "POST /api/visits/{id}/walks/{walk}/stop": ({ id_visit, id_walk }) => ({
    params: { id: id_visit, walk: id_walk },
  }),
  "POST /api/visits/{id}/walks/{walk}/continue": ({ id_visit, id_walk }) => ({
    params: { id: id_visit, walk: id_walk },
  }),
  "POST /api/visits/{id}/walks/{walk}/rooms": ({ id_visit, id_walk, id_sheet }) => ({
    params: { id: id_visit, walk: id_walk },
    body: { rooms: [{ picture: 1, name: "Photo 001", id_sheet, x: 0.2, y: 0.3, heading: 90 }] },
  }),
  "DELETE /api/visits/{id}/walks/{walk}": ({ id_visit, id_walk }) => ({
    params: { id: id_visit, walk: id_walk },
  }),
  "GET /api/maps/{id}/walk": ({ id_sheet, id_visit }) => ({ params: { id: id_sheet }, query: { id_visit } }),
};
