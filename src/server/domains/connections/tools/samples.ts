import type { toolsApi } from "#contract/tools.ts";
import type { SamplePlace, Samples } from "#server/platform/samples.ts";

const tool = () => ({ params: { tool: "trello" } });
const project = ({ id_project }: SamplePlace) => ({ params: { id: id_project, tool: "trello" } });
const snag = ({ id_snag }: SamplePlace) => ({ params: { id: id_snag, tool: "trello" } });

export const samples: Samples<keyof typeof toolsApi> = {
  "GET /api/tools/{tool}": tool,
  "GET /api/tools/{tool}/auth-url": tool,
  "POST /api/tools/{tool}/connection": () => ({ ...tool(), body: { token: "a-token-of-ones-own" } }),
  "DELETE /api/tools/{tool}/connection": tool,
  "GET /api/tools/{tool}/boards": () => ({ ...tool(), query: { search: "site" } }),
  "GET /api/tools/{tool}/boards/{board}": () => ({ params: { tool: "trello", board: "5f0c" } }),
  "GET /api/tools/{tool}/projects": tool,
  "GET /api/tools/{tool}/links": ({ id_project }) => ({ ...tool(), query: { id_project } }),
  "GET /api/projects/{id}/tools": ({ id_project }) => ({ params: { id: id_project } }),
  "PUT /api/projects/{id}/tools/{tool}": (place) => ({
    ...project(place),
    body: { board: "5f0c", section: "5f0d", statuses: { open: "5f0d", closed: "5f0e" } },
  }),
  "DELETE /api/projects/{id}/tools/{tool}": project,
  "GET /api/annotations/{id}/tools": ({ id_snag }) => ({ params: { id: id_snag } }),
  "POST /api/annotations/{id}/tools/{tool}": snag,
  "POST /api/annotations/{id}/tools/{tool}/retry": snag,
  "DELETE /api/annotations/{id}/tools/{tool}": snag,
  "POST /api/tools/{tool}/annotations": ({ id_snag }) => ({ ...tool(), body: { ids: [id_snag] } }),
};
