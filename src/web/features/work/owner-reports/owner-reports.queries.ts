import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
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
/** Milliseconds between two requests for a report that is being written, and for emails that wait. */
const SOON = 2000;
const LATER = 10_000;
/** Milliseconds after which a report that is still under way is no longer asked for: the mail server may be down for hours. */
const ENOUGH = 600_000;

export const useReportSettings = (project: number, isWanted: boolean) =>
  useQuery({
    queryKey: [...all, "settings", project],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      call("GET /api/projects/{id}/owner-report", { params: { id: project } }, { signal }),
  });

const isBeingWritten = ({ state }: ReportRun): boolean => state === "waiting" || state === "sending";
const isBeingSent = ({ deliveries }: ReportRun): boolean =>
  (deliveries ?? []).some((one) => one.state === "waiting" && one.problem === "");

/** Milliseconds until reports are asked for again; false when there is nothing to wait for, or it takes too long. */
export function pauseBetween(runs: readonly ReportRun[], waited: number): number | false {
  const isWriting = runs.some((run) => isBeingWritten(run));
  if (waited > ENOUGH || !(isWriting || runs.some((run) => isBeingSent(run)))) return false;
  return isWriting && waited < LATER * 3 ? SOON : LATER;
}

/** Earlier reports; while one is being written or sent, they are loaded again and again, for ten minutes at most. */
export const useReportRuns = (project: number | null, page: number) => {
  const since = useRef<number | null>(null);
  return useQuery<Output<"GET /api/projects/{id}/owner-report/runs">>({
    queryKey: [...all, "runs", project, page],
    enabled: project !== null,
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/owner-report/runs",
        { params: { id: project ?? 0 }, query: { page, per_page: reportsPerPage } },
        { signal },
      ),
    refetchInterval({ state: { data } }) {
      const now = Date.now();
      const pause = pauseBetween(data?.items ?? [], since.current === null ? 0 : now - since.current);
      if (pause !== false) since.current ??= now;
      else if (!(data?.items ?? []).some((run) => isBeingWritten(run) || isBeingSent(run)))
        since.current = null;
      return pause;
    },
    placeholderData: keepPreviousData,
  });
};

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
    retry: useMutation({
      mutationFn: (delivery: number) =>
        call("POST /api/projects/{id}/owner-report/deliveries/{delivery}/retry", {
          params: { ...params, delivery },
        }),
      onSettled: onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (deliveries: number[]) =>
        call("POST /api/projects/{id}/owner-report/revoke", { params, body: { deliveries } }, quiet),
      onSuccess,
    }),
  };
}
