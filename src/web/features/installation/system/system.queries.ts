import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type Output, quiet } from "#web/lib/client.ts";

export type Overview = Output<"GET /api/system/overview">;
export type FailedJob = Overview["failed"][number];

const key = ["system", "overview"] as const;

/** Milliseconds between two polls while the screen is open. */
const lookAgain = 10_000;

export function useOverview() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call("GET /api/system/overview", {}, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgain,
    // Old data says nothing about the current status.
    gcTime: 0,
  });
}

export function useTryAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST /api/system/jobs/{id}/again", { params: { id } }, quiet),
    // Also after a refusal: the job may no longer exist.
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
