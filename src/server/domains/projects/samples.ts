import type { projectsApi } from "#contract/projects.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof projectsApi> = {
  "GET /api/projects": () => ({ query: { search: "a", sort: "name" } }),
  "GET /api/projects/recent": () => ({}),
  "POST /api/projects": () => ({ body: { name: "North tower" } }),
  "GET /api/projects/{id}": ({ id_project }) => ({ params: { id: id_project } }),
  "PUT /api/projects/{id}": ({ id_project }) => ({
    params: { id: id_project },
    body: { description: "Two basements" },
  }),
  "DELETE /api/projects/{id}": ({ id_project }) => ({ params: { id: id_project } }),
  "PUT /api/projects/star": ({ id_project }) => ({ body: { id_project, starred: 1 } }),
};
