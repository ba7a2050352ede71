import type { Currency } from "#contract/currencies.ts";
import { noPlan, type PlanLimit, planLimits } from "#contract/plans.limits.ts";
import type { Plan, PlanInfo } from "#contract/plans.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type PlanRecord, planFlags } from "./plans.policy.ts";
import type { PlanSummary } from "./plans.repository.ts";

const limitsIn = (plan: Pick<PlanRecord, PlanLimit>) =>
  Object.fromEntries(planLimits.map((key) => [key, plan[key]])) as Record<PlanLimit, number | null>;

/** The part of a plan that its customers' screens need. */
export type PlanFacts = Pick<PlanRecord, "id" | "name" | "features" | "custom_features" | PlanLimit>;

/** A user's plan in the form for screens. */
export function wirePlanInfo(plan: PlanFacts | undefined): PlanInfo {
  if (plan === undefined) return noPlan;
  return {
    id_plan: plan.id,
    name: plan.name,
    ...limitsIn(plan),
    features: [...plan.features],
    custom_features_array: [...plan.custom_features],
  };
}

/** The number of subscribers is visible to super admins only. */
export function wirePlan(plan: PlanSummary, user: SessionUser, currency: Currency): Plan {
  return {
    id: plan.id,
    id_plan: plan.id,
    name: plan.name,
    description: plan.description,
    price: plan.price,
    channel_price: plan.channel_price,
    currency,
    interval: plan.billing_interval,
    ...limitsIn(plan),
    features: [...plan.features],
    custom_features: [...plan.custom_features],
    active: plan.active,
    is_default: plan.is_default,
    needs_approval: plan.needs_approval,
    subscribers: user.super_admin ? plan.subscribers : null,
    created_at: plan.created_at.toISOString(),
    updated_at: plan.updated_at.toISOString(),
    can: planFlags(user),
  };
}
