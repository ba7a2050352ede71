import type { ownerReportsApi } from "#contract/owner-reports.ts";
import type { SamplePlace, Samples } from "#server/platform/samples.ts";

const byId = ({ id_project }: SamplePlace) => ({ params: { id: id_project } });
const byRun = ({ id_project, id_report_run }: SamplePlace) => ({
  params: { id: id_project, run: id_report_run },
});
const byCode = ({ code_report }: SamplePlace) => ({ params: { code: code_report } });

export const samples: Samples<keyof typeof ownerReportsApi> = {
  "GET /api/projects/{id}/owner-report": byId,
  "PUT /api/projects/{id}/owner-report": ({ id_project, id_room }) => ({
    params: { id: id_project },
    body: {
      is_on: true,
      period: "monthly",
      month_day: 2,
      hour: 6,
      sections: ["changes", "pairs", "snags"],
      views: [{ id_room, yaw: 20, pitch: 0, fov: 70 }],
    },
  }),
  "GET /api/projects/{id}/owner-report/preview": byId,
  "GET /api/projects/{id}/owner-report/views": ({ id_project, id_room }) => ({
    params: { id: id_project },
    query: { id_room, yaw: 20, pitch: 0, fov: 70 },
  }),
  "GET /api/projects/{id}/owner-report/runs": byId,
  "POST /api/projects/{id}/owner-report/runs": byId,
  "GET /api/projects/{id}/owner-report/runs/{run}": byRun,
  "GET /api/projects/{id}/owner-report/runs/{run}/pdf": byRun,
  "POST /api/projects/{id}/owner-report/deliveries/{delivery}/retry": ({
    id_project,
    id_report_delivery,
  }) => ({ params: { id: id_project, delivery: id_report_delivery } }),
  "POST /api/projects/{id}/owner-report/revoke": ({ id_project, id_report_delivery }) => ({
    params: { id: id_project },
    body: { deliveries: [id_report_delivery] },
  }),
  "GET /api/owner-reports/{code}": byCode,
  "GET /api/owner-reports/{code}/pdf": byCode,
  "GET /api/owner-reports/{code}/pictures/{pair}": ({ code_report }) => ({
    params: { code: code_report, pair: 1 },
    query: { side: "after" },
  }),
  "POST /api/owner-reports/{code}/views": byCode,
  "POST /api/owner-reports/{code}/questions": ({ code_report }) => ({
    params: { code: code_report },
    body: { text: "When will the stair be finished?" },
  }),
  "POST /api/owner-reports/{code}/unsubscribe": byCode,
};
