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

/** Those one chooses from stand below the same word, so that whatever changes a plan refreshes them as well. */
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

/** What a super admin writes of a plan. */
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

/** After anything that was done to plans: lists, cards and whoever had one of them as default. */
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
  /** Those that were changed, for taking it back. */
  readonly done: readonly Plan[];
  /** The first refusal, where not all could be. */
  readonly error: unknown;
}

/** Puts several on offer or takes them off, one after the other; what was done stays done when one is refused. */
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
    // The page of the plan may still be open: asking for it again would only find out that it is gone.
    onSuccess: () => client.invalidateQueries({ queryKey: ["plans", "list"] }),
  });
}
