import type { progressApi } from "#contract/progress.ts";
import type { SamplePlace, Samples } from "#server/platform/samples.ts";

const project = ({ id_project }: SamplePlace) => ({ params: { id: id_project } });
const entry = ({ id_progress_entry }: SamplePlace) => ({ params: { id: id_progress_entry } });

export const samples: Samples<keyof typeof progressApi> = {
  "GET /api/projects/{id}/progress": (place) => ({ ...project(place), query: { until: "2026-03-01" } }),
  "GET /api/projects/{id}/progress/entries": project,
  "POST /api/progress-entries": ({ id_project, id_sheet }) => ({
    body: { id_project, id_sheet, place: "Hall", percent: 40, on_date: "2026-02-03" },
  }),
  "PUT /api/progress-entries/{id}": (place) => ({ ...entry(place), body: { percent: 60 } }),
  "DELETE /api/progress-entries/{id}": entry,
};
