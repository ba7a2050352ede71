import { CompiledQuery, type Selectable } from "kysely";
import type { BillingInterval } from "#contract/choices.ts";
import { planLimits } from "#contract/plans.limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { type Day, roundHalf } from "./cycles.ts";
import type { PlanRecord } from "./plans.policy.ts";
import type { SubscriptionPlansTable, SubscriptionsTable } from "./tables.ts";

export type Subscription = Selectable<SubscriptionsTable>;
/** The plan in effect from a day on. */
export type Segment = Selectable<SubscriptionPlansTable>;

/** A user's present plan; undefined where nothing is limited and nothing billed. */
export async function currentPlan(source: Database | Trx, userId: number): Promise<PlanRecord | undefined> {
  const { rows } = await source.executeQuery<PlanRecord>(CompiledQuery.raw(currentPlanText, [userId]));
  return rows[0];
}

/** The plan in effect, a row `p`, of the user of the expression. */
const planOfUser = (user: string) => `
  from subscriptions c
  join subscription_plans sp on sp.id_subscription = c.id and sp.to_day is null
  join billing_plans p on p.id = sp.id_plan
  where c.id_user = ${user} and c.ended_on is null`;
const currentPlanText = `select p.* ${planOfUser("$1")}`;

/** `PlanFacts` of the user of an expression as a subquery, for statements that load more. */
export const planFactsOf = (user: string): string => {
  const fields = ["id", "name", "features", "custom_features", ...planLimits];
  return `select jsonb_build_object(${fields.map((name) => `'${name}', p.${name}`).join(", ")}) ${planOfUser(user)}`;
};

export const openSegment = (trx: Trx, subscriptionId: number): Promise<Segment | undefined> =>
  trx
    .selectFrom("subscription_plans")
    .selectAll()
    .where("id_subscription", "=", subscriptionId)
    .where("to_day", "is", null)
    .executeTakeFirst();

/** A plan's price in cycles of another interval: a year is twelve months. */
export function priceIn(price: number, interval: BillingInterval, cycles: BillingInterval): number {
  if (interval === cycles) return price;
  return cycles === "year" ? price * 12 : Number(roundHalf(BigInt(price), 12n));
}

const termsOf = (plan: PlanRecord, cycles: BillingInterval) => ({
  id_plan: plan.id,
  plan_name: plan.name,
  price: priceIn(plan.price, plan.billing_interval, cycles),
  channel_price: priceIn(plan.channel_price, plan.billing_interval, cycles),
});

export const addSegment = (
  trx: Trx,
  { id, billing_interval }: Subscription,
  plan: PlanRecord,
  from_day: Day,
) =>
  trx
    .insertInto("subscription_plans")
    .values({ ...termsOf(plan, billing_interval), id_subscription: id, from_day, to_day: null })
    .execute();

/** An empty span is deleted. */
export const closeSegment = (trx: Trx, { id, from_day }: Segment, day: Day): Promise<unknown> =>
  from_day >= day
    ? trx.deleteFrom("subscription_plans").where("id", "=", id).execute()
    : trx.updateTable("subscription_plans").set({ to_day: day }).where("id", "=", id).execute();

export const isAsBefore = (segment: Segment, plan: PlanRecord): boolean =>
  segment.id_plan === plan.id &&
  segment.plan_name === plan.name &&
  segment.price === plan.price &&
  segment.channel_price === plan.channel_price;

export async function lastEnd(trx: Trx, userId: number): Promise<Day | null> {
  const row = await trx
    .selectFrom("subscriptions")
    .select((make) => make.fn.max("ended_on").as("day"))
    .where("id_user", "=", userId)
    .executeTakeFirst();
  return row?.day ?? null;
}

export const hasSegments = async (trx: Trx, subscriptionId: number): Promise<boolean> =>
  (await trx
    .selectFrom("subscription_plans")
    .select("id")
    .where("id_subscription", "=", subscriptionId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const waits = async (
  trx: Trx,
  { id }: Subscription,
  values: Pick<Subscription, "id_next_plan" | "ends">,
): Promise<void> => {
  await trx.updateTable("subscriptions").set(values).where("id", "=", id).execute();
};
