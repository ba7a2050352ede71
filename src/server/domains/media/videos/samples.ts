import type { videosApi } from "#contract/videos.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof videosApi> = {
  "GET /api/three60videos": ({ id_project }) => ({ query: { id_project } }),
  "GET /api/three60videos/public": () => ({}),
  "GET /api/three60videos/{id}": ({ id_video }) => ({ params: { id: id_video } }),
  "GET /api/three60videos/{id}/stream": ({ code_video }) => ({ params: { id: code_video } }),
  "GET /api/video-player": ({ code_video }) => ({ query: { code: code_video } }),
  "POST /api/three60videos/{id}/verify-password": ({ code_video }) => ({
    params: { id: code_video },
    body: { password: "gate 7" },
  }),
  "POST /api/three60videos/upload": ({ id_project }) => ({
    body: { id_project: String(id_project) },
    files: ["video"],
  }),
  "POST /api/three60videos": ({ id_project }) => ({
    body: { id_project: String(id_project), title: "Ride", video_date: "2026-03-01T08:30:00Z" },
    files: ["file"],
  }),
  "PUT /api/three60videos/{id}": ({ id_video }) => ({ params: { id: id_video }, body: { loop: "1" } }),
  "PUT /api/three60videos/{id}/status": ({ id_video }) => ({
    params: { id: id_video },
    body: { status: "hidden" },
  }),
  "PUT /api/three60videos/star": ({ id_video }) => ({ body: { id_video, starred: 1 } }),
  "PUT /api/three60videos/{id}/star": ({ id_video }) => ({ params: { id: id_video }, body: { starred: 1 } }),
  "PUT /api/three60videos/bulk-star": ({ id_video }) => ({ body: { video_ids: [id_video] } }),
  "DELETE /api/three60videos/{id}": ({ id_video }) => ({ params: { id: id_video } }),
};
