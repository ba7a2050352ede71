import type { schedulesApi } from "#contract/schedules.ts";
import type { SamplePlace, Samples } from "#server/platform/samples.ts";

const project = ({ id_project }: SamplePlace) => ({ params: { id: id_project } });
const task = ({ id_project, id_task }: SamplePlace) => ({ params: { id: id_project, task: id_task } });

export const samples: Samples<keyof typeof schedulesApi> = {
  "GET /api/projects/{id}/schedule": (place) => ({ ...project(place), query: { on: "2026-03-01" } }),
  "POST /api/projects/{id}/schedule/preview": (place) => ({ ...project(place), files: ["file"] }),
  "POST /api/projects/{id}/schedule": (place) => ({ ...project(place), body: { token: "nothing" } }),
  "PUT /api/projects/{id}/schedule/tasks/{task}": (place) => ({ ...task(place), body: { percent: 40 } }),
  "DELETE /api/projects/{id}/schedule/tasks/{task}": task,
  "DELETE /api/projects/{id}/schedule": project,
  "GET /api/projects/{id}/schedule/export": project,
};
