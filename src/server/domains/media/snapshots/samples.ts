import type { snapshotsApi } from "#contract/snapshots.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof snapshotsApi> = {
  "GET /api/snapshots": ({ id_project }) => ({ query: { id_project } }),
  "POST /api/snapshots": ({ id_visit, id_room }) => ({
    body: { id_visit: String(id_visit), id_room: String(id_room), yaw: "10", pitch: "0", fov: "60" },
    files: ["file"],
  }),
  "PUT /api/snapshots/{id}": ({ id_snapshot }) => ({
    params: { id: id_snapshot },
    body: { note: "Before the pour" },
  }),
  "DELETE /api/snapshots/{id}": ({ id_snapshot }) => ({ params: { id: id_snapshot } }),
};
