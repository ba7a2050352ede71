import type { cctvApi } from "#contract/cctv.ts";
import type { Samples } from "#server/platform/samples.ts";

const camera = ({ id_camera }: { readonly id_camera: number }) => ({ params: { id: id_camera } });
const address = "http://192.0.2.9/stream.m3u8";

export const samples: Samples<keyof typeof cctvApi> = {
  "GET /api/cctv-cameras": ({ id_project }) => ({ query: { id_project } }),
  "GET /api/cctv-cameras/{id}": camera,
  "POST /api/cctv-cameras": ({ id_project }) => ({ body: { id_project, name: "Gate", hls_url: address } }),
  "POST /api/cctv-cameras/try": ({ id_project }) => ({ body: { id_project, hls_url: address } }),
  "PUT /api/cctv-cameras/{id}": (place) => ({ ...camera(place), body: { location: "North gate" } }),
  "DELETE /api/cctv-cameras/{id}": camera,
  "POST /api/cctv-cameras/{id}/thumbnail": (place) => ({ ...camera(place), files: ["thumbnail"] }),
  "DELETE /api/cctv-cameras/{id}/thumbnail": camera,
  "PUT /api/cctv-cameras/star": ({ id_camera }) => ({ body: { camera_id: id_camera, starred: 1 } }),
  "PUT /api/cctv-cameras/bulk-star": ({ id_camera }) => ({ body: { camera_ids: [id_camera] } }),
  "POST /api/cctv-cameras/{id}/check": camera,
  "GET /api/cctv-cameras/{id}/health": (place) => ({ ...camera(place), query: { period: "week" } }),
  "GET /api/cctv-cameras/{id}/playback": camera,
  "GET /api/cctv-cameras/{id}/stills": camera,
  "GET /api/cctv-cameras/{id}/stills/days": camera,
  "POST /api/cctv-cameras/{id}/stills": camera,
  "DELETE /api/cctv-cameras/{id}/stills/{stillId}": ({ id_camera, id_still }) => ({
    params: { id: id_camera, stillId: id_still },
  }),
  "GET /api/cctv-cameras/{id}/timelapses": camera,
  "POST /api/cctv-cameras/{id}/timelapses": (place) => ({
    ...camera(place),
    body: { from: "2026-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z" },
  }),
  "DELETE /api/cctv-cameras/{id}/timelapses/{timelapseId}": ({ id_camera, id_timelapse }) => ({
    params: { id: id_camera, timelapseId: id_timelapse },
  }),
  "GET /api/cctv-player": ({ code_camera }) => ({ query: { code: code_camera } }),
  "POST /api/cctv-player/verify-password": ({ code_camera }) => ({
    body: { code: code_camera, password: "gate 7" },
  }),
};
