import type { photosApi } from "#contract/photos.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof photosApi> = {
  "GET /api/projects/{id}/photos": ({ id_project }) => ({ params: { id: id_project } }),
  "GET /api/projects/{id}/photos/days": ({ id_project }) => ({
    params: { id: id_project },
    query: { zone: "Asia/Riyadh" },
  }),
  "GET /api/projects/{id}/photos/pdf": ({ id_project }) => ({
    params: { id: id_project },
    query: { lang: "en" },
  }),
  "POST /api/projects/{id}/photos": ({ id_project }) => ({
    params: { id: id_project },
    body: { caption: "Formwork before the pour" },
    files: ["file"],
  }),
  "POST /api/projects/{id}/photos/restore": ({ id_project, id_binned_photo }) => ({
    params: { id: id_project },
    body: { photos: [id_binned_photo] },
  }),
  "GET /api/photos/{id}": ({ id_photo }) => ({ params: { id: id_photo } }),
  "PUT /api/photos/{id}": ({ id_photo }) => ({
    params: { id: id_photo },
    body: { caption: "After the pour" },
  }),
  "DELETE /api/photos/{id}": ({ id_photo }) => ({ params: { id: id_photo } }),
};
