import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PlanLimit } from "#contract/plans.limits.ts";
import type { Plan, planSorts } from "#contract/plans.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { planList } from "./list/list-state.ts";

export type PlanSort = (typeof planSorts)[number];

export interface PlanFilter {
  readonly search: string;
  readonly active: boolean | null;
  readonly sort: PlanSort;
  readonly page: number;
}

export const plansPerPage = 25;

/** Plans on offer share this prefix, so that any change of a plan refreshes them as well. */
const keys = {
  all: ["plans"],
  list: (filter: PlanFilter) => ["plans", "list", filter],
  one: (id: string) => ["plans", "one", id],
} as const;

export function usePlans(filter: PlanFilter) {
  return useQuery({
    queryKey: keys.list(filter),
    queryFn: ({ signal }) =>
      call(
        "GET /api/plans",
        {
          query: {
            page: filter.page,
            per_page: plansPerPage,
            sort: filter.sort,
            ...planList.narrowing(filter),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function usePlan(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => call("GET /api/plans/{id}", { params: { id: Number(id) } }, { signal }),
  });
}

/** Fields of a plan that a super admin edits. */
export type PlanFields = Pick<
  Plan,
  | "name"
  | "description"
  | "price"
  | "channel_price"
  | "interval"
  | PlanLimit
  | "features"
  | "custom_features"
  | "active"
  | "is_default"
  | "needs_approval"
>;

/** After any change of plans: refreshes lists, cards, and settings that have one of them as default. */
function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}

export function useMakePlan() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Body<"POST /api/plans">) => call("POST /api/plans", { body }, quiet),
    onSuccess: refresh,
  });
}

export function useEditPlan() {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: Body<"PUT /api/plans/{id}"> }) =>
      call("PUT /api/plans/{id}", { params: { id }, body }, quiet),
    onSuccess: (plan) => {
      client.setQueryData(keys.one(String(plan.id)), plan);
      return refresh();
    },
  });
}

export interface Switched {
  /** The changed plans, for undo. */
  readonly done: readonly Plan[];
  /** The first refusal, where not all could be changed. */
  readonly error: unknown;
}

/** Activates or deactivates several plans, one after the other; earlier changes stay when one is refused. */
export function useSwitchPlans() {
  const refresh = useRefresh();
  return useMutation({
    async mutationFn({ plans, active }: { plans: readonly Plan[]; active: boolean }): Promise<Switched> {
      const done: Plan[] = [];
      for (const plan of plans) {
        try {
          await call("PUT /api/plans/{id}", { params: { id: plan.id }, body: { active } }, quiet);
          done.push(plan);
        } catch (error) {
          return { done, error };
        }
      }
      return { done, error: null };
    },
    onSettled: refresh,
  });
}

export function useDeletePlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/plans/{id}", { params: { id } }, quiet),
    // The plan's page may still be open: a refetch would only get a 404.
    onSuccess: () => client.invalidateQueries({ queryKey: ["plans", "list"] }),
  });
}
