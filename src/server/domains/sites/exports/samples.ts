import type { exportsApi } from "#contract/exports.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof exportsApi> = {
  "GET /api/projects/export/{id}": ({ id_project }) => ({ params: { id: id_project } }),
  "GET /api/project-exports": ({ id_project }) => ({ query: { id_project } }),
  "POST /api/project-exports": ({ id_project }) => ({ body: { id_project } }),
  "GET /api/project-exports/{id}": ({ id_export }) => ({ params: { id: id_export } }),
  "GET /api/project-exports/{id}/file": ({ id_export }) => ({ params: { id: id_export } }),
  "DELETE /api/project-exports/{id}": ({ id_export }) => ({ params: { id: id_export } }),
};
