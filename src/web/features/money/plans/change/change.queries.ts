import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BillingSummary } from "#contract/billing.ts";
import type { Plan } from "#contract/plans.ts";
import { call, quiet } from "#web/lib/client.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useQuota } from "#web/shell/quota/use-quota.ts";
import { askUser } from "#web/shell/session-poll.ts";
import type { Usage } from "../plan-card.tsx";

export interface Offer {
  readonly plans: readonly Plan[];
  /** The user's plan, even where it is no longer offered. */
  readonly present: Plan | null;
  readonly standing: BillingSummary;
}

/** Loads the plans on offer, cheapest first, and the user's position among them. */
export function useOffer() {
  return useQuery({
    queryKey: ["plans", "offer"],
    queryFn: async ({ signal }): Promise<Offer> => {
      const [{ items }, standing] = await Promise.all([
        call("GET /api/plans", { query: { active: true, per_page: 100, sort: "price" } }, { signal }),
        call("GET /api/user/billing", {}, { signal }),
      ]);
      const own = standing.plan?.id_plan;
      const listed = items.find(({ id_plan }) => id_plan === own);
      if (own === undefined || listed !== undefined)
        return { plans: items, present: listed ?? null, standing };
      const present = await call("GET /api/plans/{id}", { params: { id: own } }, { signal });
      return { plans: [present, ...items], present, standing };
    },
    staleTime: 0,
  });
}

/** The user's usage in total and this month. Cameras and channels are counted only by the server. */
export function useUsage(): Usage {
  const { user_stats: stats, plan_info: plan } = useSignedInUser();
  const hasPlan = plan.id_plan !== null;
  const cameras = useQuota("camera", null, hasPlan).quota?.used;
  const channels = useQuota("channel", null, hasPlan).quota?.used;
  return {
    n_projects: stats.count_projects,
    n_projects_month: stats.count_projects_month,
    n_virtual_tours: stats.count_virtual_tours,
    n_virtual_tours_month: stats.count_virtual_tours_month,
    n_video_uploads: stats.count_video_uploads,
    n_video_uploads_month: stats.count_video_uploads_month,
    ...(cameras !== undefined && { n_cameras: cameras }),
    ...(channels !== undefined && { n_channels: channels }),
  };
}

/** Invalidates everything that shows a plan or an invoice; the current user too, since menus are built from it. */
function useRefresh() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ["plans"] }),
      client.invalidateQueries({ queryKey: ["billing"] }),
      client.invalidateQueries({ queryKey: ["quota"] }),
      askUser(),
    ]);
  };
}

export function useChoosePlan() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id_plan: number) => call("PUT /api/user/plan", { body: { id_plan } }, quiet),
    onSettled: refresh,
  });
}

export function useEndPlan() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call("DELETE /api/user/plan", {}, quiet),
    onSettled: refresh,
  });
}
