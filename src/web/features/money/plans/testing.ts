import { noPlan } from "#contract/plans.limits.ts";
import type { Plan } from "#contract/plans.ts";

/** Builds a plan that limits nothing, costs nothing and is on offer. */
export function aPlan(but: Partial<Plan> = {}): Plan {
  const { id_plan: _, custom_features_array: __, ...open } = noPlan;
  const id = but.id_plan ?? 1;
  return {
    ...open,
    id,
    id_plan: id,
    name: "Basic",
    description: "",
    price: 0,
    channel_price: 0,
    currency: "USD",
    interval: "month",
    custom_features: [],
    active: true,
    is_default: false,
    needs_approval: false,
    subscribers: null,
    created_at: "2026-03-01T08:00:00.000Z",
    updated_at: "2026-03-01T08:00:00.000Z",
    can: {},
    ...but,
  };
}
