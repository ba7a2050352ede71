import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type coverage from "#i18n/en/work/coverage.json";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { useProjectNews } from "#web/lib/use-project-news.ts";
import { spotSkip } from "#web/shell/outbox/coverage-acts.ts";
import { sendOrKeep } from "#web/shell/outbox/send-or-keep.ts";
import { projectNameOf } from "#web/shell/projects/projects.queries.ts";

declare module "#web/lib/text-keys.ts" {
  interface Texts {
    coverage: Omit<typeof coverage, "elsewhere">;
  }
  interface Elsewhere {
    coverage: (typeof coverage)["elsewhere"];
  }
}

const all = ["coverage"] as const;

/** The project's current coverage; kept on the device for use offline. */
export const useCoverage = (project: number | null) =>
  useQuery({
    queryKey: [...all, project],
    enabled: project !== null,
    // Days pass while the screen is open.
    refetchInterval: 600_000,
    queryFn: ({ signal }) =>
      call("GET /api/projects/{id}/coverage", { params: { id: project ?? 0 } }, { signal }),
  });

/** Its numbers without the spots, for the project's page. */
export const useCoverageSummary = (project: number) =>
  useQuery({
    queryKey: [...all, "summary", project],
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/coverage",
        { params: { id: project }, query: { summary: true } },
        { signal },
      ),
  });

/** States of an earlier day; not kept on the device, as every day of a slider would be. */
export const useCoverageOn = (project: number, day: string | null) =>
  useQuery({
    queryKey: ["search", ...all, project, day],
    enabled: day !== null,
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/coverage",
        { params: { id: project }, query: { day: day ?? "" } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const useCoverageSheets = (project: number) =>
  useQuery({
    queryKey: ["sheets", "list", project],
    queryFn: ({ signal }) => call("GET /api/maps", { query: { id_project: project } }, { signal }),
  });

/** Refreshes when photos arrive, rooms are positioned, or others change the plan: spots tick themselves. */
export function useCoverageNews(project: number | null): void {
  useProjectNews(
    project,
    [
      "coverage-changed",
      "sheets-changed",
      "visit.changed",
      "visit.deleted",
      "room.added",
      "room.deleted",
      "room.failed",
    ],
    [all, ["search", ...all]],
  );
}

/** Changes of the plan and its spots; each loads the coverage again. */
export function useCoverageChanges(project: number) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: all });
  const params = { id: project };
  return {
    plan: useMutation({
      mutationFn: (body: Body<"PUT /api/projects/{id}/coverage">) =>
        call("PUT /api/projects/{id}/coverage", { params, body }, quiet),
      onSuccess,
    }),
    add: useMutation({
      mutationFn: (body: Body<"POST /api/projects/{id}/coverage/spots">) =>
        call("POST /api/projects/{id}/coverage/spots", { params, body }, quiet),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({
        spot,
        ...body
      }: { spot: number } & Body<"PUT /api/projects/{id}/coverage/spots/{spot}">) =>
        call("PUT /api/projects/{id}/coverage/spots/{spot}", { params: { ...params, spot }, body }, quiet),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (spots: number[]) =>
        call("DELETE /api/projects/{id}/coverage/spots", { params, body: { spots } }, quiet),
      onSuccess,
    }),
    skip: useMutation({
      mutationFn: ({ spot, name, reason }: { spot: number; name: string; reason: string }) =>
        sendOrKeep(
          [
            {
              kind: spotSkip,
              payload: { spot, name, reason },
              project,
              projectName: projectNameOf(client, project),
            },
          ],
          (guid) =>
            call(
              "POST /api/projects/{id}/coverage/spots/{spot}/skip",
              { params: { ...params, spot }, body: { reason, guid } },
              quiet,
            ),
        ),
      onSuccess,
    }),
    unskip: useMutation({
      mutationFn: (spot: number) =>
        call("DELETE /api/projects/{id}/coverage/spots/{spot}/skip", { params: { ...params, spot } }, quiet),
      onSuccess,
    }),
  };
}
