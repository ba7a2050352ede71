import type { categoriesApi } from "#contract/categories.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof categoriesApi> = {
  "GET /api/categories": () => ({}),
  "POST /api/categories": ({ id_category }) => ({ body: { name: `Housing ${id_category}${Math.random()}` } }),
  "PUT /api/categories/{id}": ({ id_category }) => ({
    params: { id: id_category },
    body: { name: `Schools ${id_category}` },
  }),
  "DELETE /api/categories/{id}": ({ id_category }) => ({ params: { id: id_category } }),
  "POST /api/categories/assign": ({ id_project, id_category }) => ({ body: { id_project, id_category } }),
  "POST /api/categories/remove": ({ id_project, id_category }) => ({ body: { id_project, id_category } }),
  "GET /api/project-types": () => ({}),
  "POST /api/project-types": ({ id_type }) => ({ body: { name: `Bridge ${id_type}${Math.random()}` } }),
  "PUT /api/project-types/{id}": ({ id_type }) => ({
    params: { id: id_type },
    body: { name: `Tunnel ${id_type}` },
  }),
  "DELETE /api/project-types/{id}": ({ id_type }) => ({ params: { id: id_type } }),
};
