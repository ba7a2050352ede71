import type { autodeskApi } from "#contract/autodesk.ts";
import type { Samples } from "#server/platform/samples.ts";

const none = () => ({});
const project = { hub: "b.1f", project: "b.2e" };
const folder = "urn:adsk.wipprod:fs.folder:co.x1";

export const samples: Samples<keyof typeof autodeskApi> = {
  "GET /api/autodesk/check-config": none,
  "GET /api/autodesk/auth-url": none,
  "GET /api/autodesk/check-auth": none,
  "GET /api/autodesk/get-access-token": none,
  "POST /api/autodesk/refresh": none,
  "POST /api/autodesk/logout": none,
  "GET /api/autodesk/hubs": none,
  "GET /api/autodesk/hubs/{hub}/projects": () => ({
    params: { hub: project.hub },
    query: { exclude_existing: "1" },
  }),
  "GET /api/autodesk/hubs/{hub}/projects/{project}/folders": () => ({ params: project }),
  "GET /api/autodesk/hubs/{hub}/projects/{project}/folders/{folder}/contents": () => ({
    params: { ...project, folder },
  }),
  "GET /api/autodesk/projects/{project}/items/{item}/versions": () => ({
    params: { project: project.project, item: "urn:adsk.wipprod:dm.lineage:x1" },
  }),
  "GET /api/autodesk/projects/{project}/sheets": () => ({ params: { project: project.project } }),
  "GET /api/autodesk/models/manifest": () => ({ query: { urn: "dXJuOmFkc2s" } }),
  "POST /api/autodesk/sync-hub": () => ({ body: { hub_id: project.hub } }),
  "POST /api/autodesk/sync-project": ({ id_project }) => ({
    body: { project_id: id_project, adsk_project_id: project.project, adsk_hubId: project.hub },
  }),
  "GET /api/autodesk/syncs": none,
  "GET /api/autodesk/links": none,
  "DELETE /api/autodesk/links/{id}": ({ id_autodesk_link }) => ({ params: { id: id_autodesk_link } }),
  "POST /api/autodesk/links/{id}/sheets": ({ id_autodesk_link }) => ({
    params: { id: id_autodesk_link },
    body: { sheets: ["a1"] },
  }),
};
