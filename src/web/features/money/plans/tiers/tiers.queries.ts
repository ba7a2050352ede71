import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProjectTier } from "#contract/plans.tiers.ts";
import { type Body, call, type Output, quiet } from "#web/lib/client.ts";

export type Stats = Output<"GET /api/project-tiers/admin/stats">;

const keys = {
  all: ["project-tiers"],
  list: ["project-tiers", "list"],
  usage: (year: number, whose: number | null) => ["project-tiers", "usage", year, whose],
  stats: ["project-tiers", "stats"],
} as const;

export function useTiers() {
  return useQuery({
    queryKey: keys.list,
    queryFn: ({ signal }) => call("GET /api/project-tiers", {}, { signal }),
  });
}

export type TierFields = Pick<
  ProjectTier,
  "name" | "area" | "num_buildings" | "num_floors" | "project_id" | "price" | "active"
>;

function useTierAct<T, R>(act: (given: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export const useMakeTier = () =>
  useTierAct((body: Body<"POST /api/project-tiers">) => call("POST /api/project-tiers", { body }, quiet));
export const useEditTier = () =>
  useTierAct(({ id, body }: { id: number; body: Body<"PUT /api/project-tiers/{id}"> }) =>
    call("PUT /api/project-tiers/{id}", { params: { id }, body }, quiet),
  );
export const useDeleteTier = () =>
  useTierAct((id: number) => call("DELETE /api/project-tiers/{id}", { params: { id } }, quiet));

export function useFindTier() {
  return useMutation({
    mutationFn: (body: Body<"POST /api/project-tiers/find-tier">) =>
      call("POST /api/project-tiers/find-tier", { body }, quiet),
  });
}

/** Loads the months of a year: of one user, or of the whole platform. */
export function useYear(year: number, whose: number | null) {
  return useQuery({
    queryKey: keys.usage(year, whose),
    queryFn: ({ signal }) =>
      call(
        "GET /api/project-tiers/usage/yearly",
        { query: { year, ...(whose === null ? { everybody: true } : { id_user: whose }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useStats() {
  return useQuery({
    queryKey: keys.stats,
    queryFn: ({ signal }) => call("GET /api/project-tiers/admin/stats", {}, { signal }),
  });
}
