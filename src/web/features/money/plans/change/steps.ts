import type { BillingSummary } from "#contract/billing.ts";
import { planLimits } from "#contract/plans.limits.ts";
import type { Plan, PlanLimit } from "#contract/plans.ts";
import type { Usage } from "../plan-card.tsx";

/**
 * Effect of selecting a plan.
 * - `first`: there was none. `now`: it costs as much or more. `later`: with the next cycle.
 * - `ask`: a super admin decides. `keep`: it is the current one, and another was scheduled or requested.
 * - `none`: it is the current one, and nothing would change.
 */
export type Step = "first" | "now" | "later" | "ask" | "keep" | "none";

type Priced = Pick<Plan, "id_plan" | "price" | "interval" | "needs_approval">;
type Standing = Pick<BillingSummary, "plan" | "next_plan" | "requested_plan">;

/** `present`: the current plan; null where there is none. Super admins need no approval. */
export function stepTo(plan: Priced, present: Priced | null, standing: Standing, isAdmin: boolean): Step {
  if (plan.id_plan === standing.plan?.id_plan)
    return standing.next_plan === null && standing.requested_plan === null ? "none" : "keep";
  if (plan.id_plan === standing.requested_plan?.id_plan) return "none";
  if (plan.id_plan === standing.next_plan?.id_plan) return "none";
  if (plan.needs_approval && !isAdmin) return "ask";
  if (present === null) return "first";
  if (plan.interval !== present.interval) return "later";
  return plan.price >= present.price ? "now" : "later";
}

/** Limits of the plan that the user's usage exceeds. */
export const overOf = (plan: Pick<Plan, PlanLimit>, usage: Usage): PlanLimit[] =>
  planLimits.filter((limit) => {
    const [most, used] = [plan[limit], usage[limit]];
    return most !== null && used !== undefined && used > most && !limit.endsWith("_month");
  });
