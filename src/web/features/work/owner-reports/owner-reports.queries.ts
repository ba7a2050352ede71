import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Language } from "#contract/languages.ts";
import type { ReportRun } from "#contract/owner-reports.ts";
import type ownerReports from "#i18n/en/work/owner_reports.json";
import { type Body, call, type Output, quiet } from "#web/lib/client.ts";

declare module "#web/lib/text-keys.ts" {
  interface Texts {
    owner_reports: Omit<
      typeof ownerReports,
      "elsewhere" | "sentences" | "paper" | "mail" | "page" | "export" | "question_message"
    >;
  }
  interface Elsewhere {
    owner_reports: (typeof ownerReports)["elsewhere"];
  }
}

const all = ["owner-reports"] as const;
export const reportsPerPage = 10;
/** Milliseconds between two requests for a report that is being written or sent. */
const SOON = 2000;

export const useReportSettings = (project: number, isWanted: boolean) =>
  useQuery({
    queryKey: [...all, "settings", project],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      call("GET /api/projects/{id}/owner-report", { params: { id: project } }, { signal }),
  });

const isUnderWay = ({ state, deliveries }: ReportRun): boolean =>
  state === "waiting" ||
  state === "sending" ||
  (deliveries ?? []).some((one) => one.state === "waiting" && one.problem === "");

/** Earlier reports; while one is being written or sent, they are loaded again and again. */
export const useReportRuns = (project: number | null, page: number) =>
  useQuery<Output<"GET /api/projects/{id}/owner-report/runs">>({
    queryKey: [...all, "runs", project, page],
    enabled: project !== null,
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/owner-report/runs",
        { params: { id: project ?? 0 }, query: { page, per_page: reportsPerPage } },
        { signal },
      ),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) === true ? SOON : false),
    placeholderData: keepPreviousData,
  });

/** One report, or the one that would be sent now. Not kept on the device: its photos are not, either. */
export const useReport = (project: number, run: number | "preview", lang: Language) =>
  useQuery({
    queryKey: ["search", ...all, "one", project, run, lang],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      run === "preview"
        ? call(
            "GET /api/projects/{id}/owner-report/preview",
            { params: { id: project }, query: { lang } },
            { signal },
          )
        : call(
            "GET /api/projects/{id}/owner-report/runs/{run}",
            { params: { id: project, run }, query: { lang } },
            { signal },
          ),
  });

/** The members of a project, to select recipients. */
export const useReportMembers = (project: number) =>
  useQuery({
    queryKey: ["team", "of", project],
    queryFn: ({ signal }) => call("GET /api/team-members", { query: { id_project: project } }, { signal }),
  });

/** Changes of the report; each loads it again. */
export function useReportChanges(project: number) {
  const client = useQueryClient();
  const params = { id: project };
  const onSuccess = () => client.invalidateQueries({ queryKey: all });
  return {
    save: useMutation({
      mutationFn: (body: Body<"PUT /api/projects/{id}/owner-report">) =>
        call("PUT /api/projects/{id}/owner-report", { params, body }, quiet),
      onSuccess,
    }),
    send: useMutation({
      mutationFn: () => call("POST /api/projects/{id}/owner-report/runs", { params }, quiet),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (deliveries: number[]) =>
        call("POST /api/projects/{id}/owner-report/revoke", { params, body: { deliveries } }, quiet),
      onSuccess,
    }),
  };
}
