import { z } from "zod";
import { billingIntervals, planFeatures } from "./choices.ts";
import { Can, Empty, Flag, Id, IdParams, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Currency, Price } from "./money.ts";
import { type PlanLimit, planLimits } from "./plans.limits.ts";

export type { PlanLimit } from "./plans.limits.ts";

/** A maximum: null, empty or negative input means unlimited, which is null in output. */
const LimitInput = z
  .union([z.null(), z.literal("").transform(() => null), z.coerce.number().int().max(limits.plan.most)], {
    error: "plans.limit_range",
  })
  .transform((value) => (value === null || value < 0 ? null : value));
const LimitOutput = z.number().nullable();

const limitInputs = Object.fromEntries(planLimits.map((key) => [key, LimitInput])) as Record<
  PlanLimit,
  typeof LimitInput
>;
const limitOutputs = Object.fromEntries(planLimits.map((key) => [key, LimitOutput])) as Record<
  PlanLimit,
  typeof LimitOutput
>;

/** A user's plan for the screens; without a plan every limit and `id_plan` are null. */
export const PlanInfo = z.object({
  id_plan: z.number().nullable(),
  name: z.string(),
  ...limitOutputs,
  /** Features included in the plan, and its custom lines. */
  features: z.array(z.enum(planFeatures)),
  custom_features_array: z.array(z.string()),
});
export type PlanInfo = z.output<typeof PlanInfo>;

export const Plan = z.object({
  id: z.number(),
  id_plan: z.number(),
  name: z.string(),
  description: z.string(),
  /** Minor units per interval. */
  price: z.number(),
  /** Minor units per live channel and interval. */
  channel_price: z.number(),
  currency: Currency,
  interval: z.enum(billingIntervals),
  ...limitOutputs,
  features: z.array(z.enum(planFeatures)),
  /** One line each, as entered by the super admin. */
  custom_features: z.array(z.string()),
  active: z.boolean(),
  /** Assigned to new users at registration. */
  is_default: z.boolean(),
  /** Selecting it requires a super admin's approval. */
  needs_approval: z.boolean(),
  /** Number of subscribers; null for callers who are not super admins. */
  subscribers: z.number().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
});
export type Plan = z.output<typeof Plan>;

const fields = {
  name: z
    .string({ error: "plans.name_required" })
    .trim()
    .min(1, { error: "plans.name_required" })
    .max(limits.name, { error: "plans.name_long" }),
  description: z.string().trim().max(limits.description, { error: "plans.description_long" }),
  price: Price,
  channel_price: Price,
  interval: z.enum(billingIntervals),
  ...limitInputs,
  features: z.array(z.enum(planFeatures)).max(planFeatures.length),
  custom_features: z
    .array(z.string().trim().min(1).max(limits.name, { error: "plans.feature_long" }))
    .max(limits.plan.features, { error: "plans.features_many" }),
  active: Flag,
  is_default: Flag,
  needs_approval: Flag,
};

/** A plan request that needs a super admin's approval. */
export const PlanRequest = z.object({
  id: z.number(),
  id_user: z.number(),
  user_name: z.string(),
  email: z.string(),
  id_plan: z.number(),
  plan_name: z.string(),
  created_at: z.string(),
});
export type PlanRequest = z.output<typeof PlanRequest>;

export const planSorts = ["name", "price", "subscribers", "created"] as const;

export const plansApi = defineApi({
  "GET /api/plans": endpoint({
    access: "user",
    summary: "Plans that can be selected. A super admin gets all plans.",
    query: z.object({ ...PageQuery, active: Flag.optional(), sort: z.enum(planSorts).default("price") }),
    response: page(Plan),
  }),
  "POST /api/plans": endpoint({
    access: "super_admin",
    summary: "Create a plan.",
    body: z.object({
      name: fields.name,
      description: fields.description.default(""),
      price: fields.price.default(0),
      channel_price: fields.channel_price.default(0),
      interval: fields.interval.default("month"),
      ...(Object.fromEntries(planLimits.map((key) => [key, LimitInput.default(null)])) as Record<
        PlanLimit,
        z.ZodDefault<typeof LimitInput>
      >),
      features: fields.features.default([]),
      custom_features: fields.custom_features.default([]),
      active: fields.active.default(true),
      is_default: fields.is_default.default(false),
      needs_approval: fields.needs_approval.default(false),
    }),
    response: Plan,
    status: 201,
  }),
  "GET /api/plans/{id}": endpoint({
    access: "user",
    summary: "One plan. A plan that cannot be selected is found by super admins only.",
    params: IdParams,
    response: Plan,
  }),
  "PUT /api/plans/{id}": endpoint({
    access: { can: "plan.edit", by: "id" },
    summary:
      "Update fields of a plan. Limits apply immediately, a new price from each customer's next cycle.",
    params: IdParams,
    body: z.object(fields).partial(),
    response: Plan,
  }),
  "DELETE /api/plans/{id}": endpoint({
    access: { can: "plan.delete", by: "id" },
    summary: "Delete a plan without subscribers; `PLAN_IN_USE` otherwise.",
    params: IdParams,
    response: Empty,
  }),
  "PUT /api/user/plan": endpoint({
    access: "user",
    summary:
      "Choose a plan. It starts immediately if it costs as much or more, with the next cycle if it costs less, and after a super admin's approval if it requires one. Choosing the current plan cancels a scheduled change or end.",
    body: z.object({ id_plan: Id }),
    response: z.object({
      /** Result of the change. */
      outcome: z.enum(["changed", "scheduled", "requested", "kept"]),
      /** Start of a scheduled change; null otherwise. */
      from: z.string().nullable(),
    }),
    whenOverdue: "open",
  }),
  "DELETE /api/user/plan": endpoint({
    access: "user",
    summary: "End the caller's plan with its cycle, and withdraw a pending request.",
    response: z.object({
      /** The last day of it; null if there is none. */
      until: z.string().nullable(),
    }),
    whenOverdue: "open",
  }),
  "PUT /api/users/{id}/plan": endpoint({
    access: { can: "user.administer", by: "id" },
    summary: "Set a user's plan immediately; null removes it.",
    params: IdParams,
    body: z.object({ id_plan: Id.nullable() }),
    response: PlanInfo,
  }),
  "GET /api/plan-requests": endpoint({
    access: "super_admin",
    summary: "Pending plan requests, oldest first.",
    query: z.object(PageQuery),
    response: page(PlanRequest),
  }),
  "PUT /api/plan-requests/{id}/approve": endpoint({
    access: "super_admin",
    summary: "Approve a plan request. The user is notified.",
    params: IdParams,
    response: Empty,
  }),
  "PUT /api/plan-requests/{id}/decline": endpoint({
    access: "super_admin",
    summary: "Decline a plan request. The user is notified.",
    params: IdParams,
    response: Empty,
  }),
  "GET /api/quota": endpoint({
    access: "user",
    summary:
      "How much of a plan is used, to check before something is created. With `id_project`, the plan that applies there: the caller's own, or the project owner's if the caller has none.",
    query: z.object({
      kind: z.enum(["project", "visit", "video", "camera", "channel"]),
      id_project: Id.optional(),
    }),
    response: z.object({
      /** Whether one more is within the limit. */
      fits: z.boolean(),
      /** Owner of the applied plan; `none`: nothing is limited. */
      whose: z.enum(["own", "owner", "none"]),
      plan: z.string(),
      used: z.number(),
      limit: z.number().nullable(),
      used_month: z.number(),
      limit_month: z.number().nullable(),
    }),
  }),
});
