import type { spotTimelapsesApi } from "#contract/spot-timelapses.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof spotTimelapsesApi> = {
  "GET /api/projects/{id}/spot-timelapses": ({ id_project }) => ({ params: { id: id_project } }),
  "POST /api/projects/{id}/spot-timelapses": ({ id_project, id_room }) => ({
    params: { id: id_project },
    body: { id_room, bearing: 40, fov: 75, is_turning: 0, title: "Lobby", language: "en" },
  }),
  "DELETE /api/projects/{id}/spot-timelapses/{spot_timelapse}": ({ id_project, id_spot_timelapse }) => ({
    params: { id: id_project, spot_timelapse: id_spot_timelapse },
  }),
};
