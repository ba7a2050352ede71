import type { coverageApi } from "#contract/coverage.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof coverageApi> = {
  "GET /api/projects/{id}/coverage": ({ id_project }) => ({
    params: { id: id_project },
    query: { day: "2026-02-03" },
  }),
  "PUT /api/projects/{id}/coverage": ({ id_project }) => ({
    params: { id: id_project },
    body: {
      is_on: true,
      rhythm: { kind: "weekdays", weekdays: [0, 3] },
      weekend: [5, 6],
      pauses: [{ from: "2026-03-20", to: "2026-03-24", reason: "Eid" }],
      time_zone: "Asia/Riyadh",
      alert_days: 3,
    },
  }),
  "GET /api/projects/{id}/coverage/pdf": ({ id_project }) => ({
    params: { id: id_project },
    query: { lang: "en" },
  }),
  "POST /api/projects/{id}/coverage/spots": ({ id_project, id_sheet }) => ({
    params: { id: id_project },
    body: { positions: [{ name: "Lift lobby", id_sheet, x: 0.8, y: 0.2 }] },
  }),
  "PUT /api/projects/{id}/coverage/spots/{spot}": ({ id_project, id_coverage_spot }) => ({
    params: { id: id_project, spot: id_coverage_spot },
    body: { name: "East stair", rhythm: { kind: "days", days: 14 } },
  }),
  "DELETE /api/projects/{id}/coverage/spots": ({ id_project, id_coverage_spot }) => ({
    params: { id: id_project },
    body: { spots: [id_coverage_spot] },
  }),
  "POST /api/projects/{id}/coverage/spots/{spot}/skip": ({ id_project, id_coverage_spot }) => ({
    params: { id: id_project, spot: id_coverage_spot },
    body: { reason: "Scaffold in the way" },
  }),
  "DELETE /api/projects/{id}/coverage/spots/{spot}/skip": ({ id_project, id_coverage_spot }) => ({
    params: { id: id_project, spot: id_coverage_spot },
  }),
};
