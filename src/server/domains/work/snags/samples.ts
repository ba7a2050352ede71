import type { snagsApi } from "#contract/snags.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof snagsApi> = {
  "GET /api/annotations": ({ id_project }) => ({ query: { id_project } }),
  "GET /api/annotations/choices": ({ id_project }) => ({ query: { id_project } }),
  "GET /api/annotations/{id}": ({ id_snag }) => ({ params: { id: id_snag } }),
  "POST /api/annotations": ({ id_visit, id_room }) => ({
    body: { id_visit, id_room, title: "Cracked tile", yaw: 12, pitch: -20, fov: 60 },
  }),
  "POST /api/maps/{id}/annotations": ({ id_sheet }) => ({
    params: { id: id_sheet },
    body: { title: "Missing sleeve", x: 0.25, y: 0.5 },
  }),
  "POST /api/photos/{id}/snags": ({ id_photo }) => ({
    params: { id: id_photo },
    body: { title: "Honeycombing in the column" },
  }),
  "PUT /api/annotations/{id}": ({ id_snag }) => ({ params: { id: id_snag }, body: { status: "in_work" } }),
  "PUT /api/annotations/bulk": ({ id_snag }) => ({ body: { ids: [id_snag], priority: "high" } }),
  "DELETE /api/annotations/{id}": ({ id_snag }) => ({ params: { id: id_snag } }),
  "POST /api/annotations/file": ({ id_visit }) => ({
    body: { id_visit: String(id_visit) },
    files: ["file"],
  }),
  "POST /api/annotations/{id}/photos": ({ id_snag }) => ({
    params: { id: id_snag },
    body: { kind: "after" },
    files: ["file"],
  }),
  "DELETE /api/annotations/file/delete": ({ id_visit, snag_file }) => ({
    query: { id_visit, filename: snag_file },
  }),
  "DELETE /api/annotations/{id}/photos": ({ id_snag, snag_file }) => ({
    params: { id: id_snag },
    query: { filename: snag_file },
  }),
  "GET /api/annotations/{id}/comments": ({ id_snag }) => ({ params: { id: id_snag } }),
  "POST /api/annotations/{id}/comments": ({ id_snag }) => ({
    params: { id: id_snag },
    body: { text: "The tiler comes on Monday." },
  }),
  "DELETE /api/annotations/{id}/comments/{comment}": ({ id_snag, id_snag_comment }) => ({
    params: { id: id_snag, comment: id_snag_comment },
  }),
  "GET /api/annotations/{id}/history": ({ id_snag }) => ({ params: { id: id_snag } }),
  "GET /api/annotations/report/pdf": ({ id_project }) => ({ query: { id_project } }),
  "GET /api/annotations/report/xlsx": ({ id_project }) => ({ query: { id_project } }),
  "GET /api/annotations/report/bcf": ({ id_project }) => ({ query: { id_project, version: "2.1" } }),
  "POST /api/annotations/import": ({ id_project }) => ({
    body: { id_project: String(id_project) },
    files: ["file"],
  }),
};
