import { randomUUID } from "node:crypto";
import type { projectsApi } from "#contract/projects.ts";
import type { SamplePlace, Samples } from "#server/platform/samples.ts";

const byId = ({ id_project }: SamplePlace) => ({ params: { id: id_project } });

export const samples: Samples<keyof typeof projectsApi> = {
  "GET /api/projects": () => ({ query: { search: "a", sort: "name" } }),
  "GET /api/projects/recent": () => ({}),
  // Project names are unique per owner.
  "POST /api/projects": () => ({ body: { name: `North tower ${randomUUID()}` } }),
  "GET /api/projects/{id}": ({ id_project }) => ({ params: { id: id_project } }),
  "PUT /api/projects/{id}": ({ id_project }) => ({
    params: { id: id_project },
    body: { description: "Two basements" },
  }),
  "DELETE /api/projects/{id}": ({ id_project }) => ({ params: { id: id_project } }),
  "GET /api/projects/map": () => ({ query: { status: "Design" } }),
  "GET /api/projects/bin": () => ({}),
  "PUT /api/projects/restore/{id}": ({ id_binned }) => ({ params: { id: id_binned } }),
  "GET /api/projects/{id}/activity": ({ id_project }) => ({
    params: { id: id_project },
    query: { limit: 5 },
  }),
  "POST /api/projects/{id}/cover": ({ id_project }) => ({ params: { id: id_project }, files: ["cover"] }),
  "DELETE /api/projects/{id}/cover/delete": byId,
  "PUT /api/projects/activate/{id}": byId,
  "PUT /api/projects/deactivate/{id}": byId,
  "PUT /api/projects/validate/{id}": byId,
  "PUT /api/projects/invalidate/{id}": byId,
  "PUT /api/activate/{id}": byId,
  "PUT /api/deactivate/{id}": byId,
  "PUT /api/validate/{id}": byId,
  "PUT /api/invalidate/{id}": byId,
  "PUT /api/projects/bulk-star": ({ id_project }) => ({ body: { project_ids: [id_project] } }),
  "PUT /api/bulk-star": ({ id_project }) => ({ body: { project_ids: [id_project], starred: 0 } }),
  "PUT /api/projects/star": ({ id_project }) => ({ body: { id_project, starred: 1 } }),
};
