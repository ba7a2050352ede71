import { type Selectable, sql } from "kysely";
import type { BillingInterval } from "#contract/choices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Notices } from "../notifications/notices.ts";
import { addDays, cycleOf, type Day, dayOf, roundHalf } from "./cycles.ts";
import type { PlanRecord } from "./plans.policy.ts";
import type { SubscriptionPlansTable, SubscriptionsTable } from "./tables.ts";
import "./tables.ts";

export type Subscription = Selectable<SubscriptionsTable>;
export type Segment = Selectable<SubscriptionPlansTable>;

/** What became of a choice; `from`: the day on which a scheduled one comes. */
export interface Outcome {
  readonly outcome: "changed" | "scheduled" | "kept";
  readonly from: Day | null;
}

export interface SubscriptionsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: Pick<Notices, "tell">;
}

/** Who has which plan. A subscription runs in cycles; which plan held on which of its days is what its bills tell. */
export interface Subscriptions {
  /** The plan that somebody has now. */
  planOf(userId: number, source?: Database | Trx): Promise<PlanRecord | undefined>;
  /** Gives a new account the plan that everybody begins with, where there is one. */
  begin(trx: Trx, userId: number): Promise<void>;
  /**
   * What somebody chooses himself: at once where it costs as much or more in the same interval, at the end of the
   * cycle otherwise; the plan he has takes what waits back.
   */
  choose(trx: Trx, userId: number, plan: PlanRecord): Promise<Outcome>;
  /** The plan ends with its cycle. Returns the last day; null where there is none. */
  cancel(trx: Trx, userId: number): Promise<Day | null>;
  /** At once, whatever it costs; null takes the plan away. The cycle that runs is billed by its days. */
  give(trx: Trx, userId: number, plan: PlanRecord | null): Promise<void>;
  /**
   * Ends the running cycle once it is billed: a plan that waits comes with the next one, and so does a new price.
   * Whoever calls holds the row. One that ends before its time, or into another interval, begins a new count on that
   * day. Returns the subscription as it goes on; undefined when it has ended.
   */
  closeCycle(trx: Trx, subscription: Subscription, end?: Day): Promise<Subscription | undefined>;
  /** Tells those whose plan ends within a week, once. */
  remind(): Promise<void>;
}

export type BeginPlan = Subscriptions["begin"];

const remindDays = 7;

interface Held {
  readonly subscription: Subscription;
  /** Of now; undefined while a cycle runs out whose plan was taken away. */
  readonly segment: Segment | undefined;
}

export function createSubscriptions({ db, clock, notices }: SubscriptionsOptions): Subscriptions {
  const today = () => dayOf(clock.now());

  const hold = async (trx: Trx, userId: number): Promise<Held | undefined> => {
    const subscription = await trx
      .selectFrom("subscriptions")
      .selectAll()
      .where("id_user", "=", userId)
      .where("ended_on", "is", null)
      .forUpdate()
      .executeTakeFirst();
    return subscription && { subscription, segment: await openSegment(trx, subscription.id) };
  };

  const start = async (trx: Trx, userId: number, plan: PlanRecord): Promise<void> => {
    const interval = plan.billing_interval;
    // A day that is billed already, with a cycle that was closed early, is not billed again.
    const billed = await lastEnd(trx, userId);
    const anchor = billed !== null && billed > today() ? billed : today();
    const { start: cycle_start, end: cycle_end } = cycleOf(anchor, interval, 0);
    const made = await trx
      .insertInto("subscriptions")
      .values({ id_user: userId, anchor, billing_interval: interval, cycle_start, cycle_end })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    // Of two who begin at the same moment one does.
    if (made === undefined) throw new AppError("CONFLICT");
    await addSegment(trx, made, plan, anchor);
  };

  /** The day from which a change counts: today, within the cycle that is not billed yet. */
  const dayWithin = ({ cycle_start, cycle_end }: Subscription): Day => {
    const [day, last] = [today(), addDays(cycle_end, -1)];
    return day < cycle_start ? cycle_start : day > last ? last : day;
  };

  const switchNow = async (trx: Trx, { subscription, segment }: Held, plan: PlanRecord): Promise<void> => {
    const day = dayWithin(subscription);
    if (segment !== undefined) await closeSegment(trx, segment, day);
    await addSegment(trx, subscription, plan, day);
    // Billed in the other interval from the next cycle on.
    const id_next_plan = plan.billing_interval === subscription.billing_interval ? null : plan.id;
    await waits(trx, subscription, { id_next_plan, ends: false });
  };

  return {
    planOf: (userId, source = db) => currentPlan(source, userId),

    async begin(trx, userId) {
      const plan = await trx
        .selectFrom("billing_plans")
        .selectAll()
        .where("is_default", "=", true)
        .where("active", "=", true)
        .executeTakeFirst();
      if (plan !== undefined) await start(trx, userId, plan);
    },

    async choose(trx, userId, plan) {
      const held = await hold(trx, userId);
      if (held === undefined) {
        await start(trx, userId, plan);
        return { outcome: "changed", from: null };
      }
      const { subscription, segment } = held;
      if (segment?.id_plan === plan.id) {
        await waits(trx, subscription, { id_next_plan: null, ends: false });
        return { outcome: "kept", from: null };
      }
      const isAtOnce =
        segment === undefined ||
        (plan.billing_interval === subscription.billing_interval && plan.price >= segment.price);
      if (isAtOnce) await switchNow(trx, held, plan);
      else await waits(trx, subscription, { id_next_plan: plan.id, ends: false });
      return isAtOnce
        ? { outcome: "changed", from: null }
        : { outcome: "scheduled", from: subscription.cycle_end };
    },

    async cancel(trx, userId) {
      const held = await hold(trx, userId);
      if (held?.segment === undefined) return null;
      await waits(trx, held.subscription, { id_next_plan: null, ends: true });
      return addDays(held.subscription.cycle_end, -1);
    },

    async give(trx, userId, plan) {
      const held = await hold(trx, userId);
      if (held === undefined) {
        if (plan !== null) await start(trx, userId, plan);
        return;
      }
      const { subscription, segment } = held;
      if (plan !== null && segment?.id_plan === plan.id)
        return waits(trx, subscription, { id_next_plan: null, ends: false });
      if (plan !== null) return switchNow(trx, held, plan);
      if (segment !== undefined) await closeSegment(trx, segment, dayWithin(subscription));
      // Nothing of it has held for a day: there is nothing to bill, and no cycle to wait for.
      if (subscription.cycle === 0 && !(await hasSegments(trx, subscription.id)))
        await trx.deleteFrom("subscriptions").where("id", "=", subscription.id).execute();
      else await waits(trx, subscription, { id_next_plan: null, ends: true });
    },

    async closeCycle(trx, subscription, end = subscription.cycle_end) {
      const { id, id_user } = subscription;
      const segment = await openSegment(trx, id);
      if (segment === undefined || subscription.ends) {
        if (segment !== undefined) await closeSegment(trx, segment, end);
        await trx.updateTable("subscriptions").set({ ended_on: end }).where("id", "=", id).execute();
        if (segment !== undefined)
          await notices.tell(trx, {
            to: [id_user],
            sort: "plan_expired",
            values: { plan: segment.plan_name },
            link: "/changeplan",
          });
        return undefined;
      }
      const plan = await trx
        .selectFrom("billing_plans")
        .selectAll()
        .where("id", "=", subscription.id_next_plan ?? segment.id_plan)
        .executeTakeFirstOrThrow();
      const interval = plan.billing_interval;
      const goesOn = end === subscription.cycle_end && interval === subscription.billing_interval;
      const [anchor, cycle] = goesOn ? [subscription.anchor, subscription.cycle + 1] : [end, 0];
      const next = await trx
        .updateTable("subscriptions")
        .set({
          anchor,
          cycle,
          billing_interval: interval,
          cycle_start: end,
          cycle_end: cycleOf(anchor, interval, cycle).end,
          id_next_plan: null,
        })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (!isAsBefore(segment, plan)) {
        await closeSegment(trx, segment, end);
        await addSegment(trx, next, plan, end);
      }
      if (segment.id_plan !== plan.id)
        await notices.tell(trx, {
          to: [id_user],
          sort: "plan_changed",
          values: { plan: plan.name },
          link: "/changeplan",
        });
      return next;
    },

    async remind() {
      await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id_user: number; plan: string }>`
          update subscriptions s set told_end = s.cycle_end
          from subscription_plans sp
          where sp.id_subscription = s.id and sp.to_day is null and s.ended_on is null and s.ends
            and s.cycle_end <= ${addDays(today(), remindDays)}::date and s.told_end is distinct from s.cycle_end
          returning s.id_user, sp.plan_name as plan`.execute(trx);
        for (const { id_user, plan } of rows)
          await notices.tell(trx, {
            to: [id_user],
            sort: "plan_expiring",
            values: { plan },
            link: "/changeplan",
          });
      });
    },
  };
}

/** The plan that somebody has now; undefined where nothing is limited and nothing billed. */
export async function currentPlan(source: Database | Trx, userId: number): Promise<PlanRecord | undefined> {
  const { rows } = await sql<PlanRecord>`
    select p.* from subscriptions s
    join subscription_plans sp on sp.id_subscription = s.id and sp.to_day is null
    join billing_plans p on p.id = sp.id_plan
    where s.id_user = ${userId} and s.ended_on is null`.execute(source);
  return rows[0];
}

const openSegment = (trx: Trx, subscriptionId: number): Promise<Segment | undefined> =>
  trx
    .selectFrom("subscription_plans")
    .selectAll()
    .where("id_subscription", "=", subscriptionId)
    .where("to_day", "is", null)
    .executeTakeFirst();

/** What a plan costs in cycles of another interval: a year is twelve months. */
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

const addSegment = (trx: Trx, { id, billing_interval }: Subscription, plan: PlanRecord, from_day: Day) =>
  trx
    .insertInto("subscription_plans")
    .values({ ...termsOf(plan, billing_interval), id_subscription: id, from_day, to_day: null })
    .execute();

/** A span of no day says nothing and goes. */
const closeSegment = (trx: Trx, { id, from_day }: Segment, day: Day): Promise<unknown> =>
  from_day >= day
    ? trx.deleteFrom("subscription_plans").where("id", "=", id).execute()
    : trx.updateTable("subscription_plans").set({ to_day: day }).where("id", "=", id).execute();

const isAsBefore = (segment: Segment, plan: PlanRecord): boolean =>
  segment.id_plan === plan.id &&
  segment.plan_name === plan.name &&
  segment.price === plan.price &&
  segment.channel_price === plan.channel_price;

async function lastEnd(trx: Trx, userId: number): Promise<Day | null> {
  const row = await trx
    .selectFrom("subscriptions")
    .select((make) => make.fn.max("ended_on").as("day"))
    .where("id_user", "=", userId)
    .executeTakeFirst();
  return row?.day ?? null;
}

const hasSegments = async (trx: Trx, subscriptionId: number): Promise<boolean> =>
  (await trx
    .selectFrom("subscription_plans")
    .select("id")
    .where("id_subscription", "=", subscriptionId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

const waits = async (
  trx: Trx,
  { id }: Subscription,
  values: Pick<Subscription, "id_next_plan" | "ends">,
): Promise<void> => {
  await trx.updateTable("subscriptions").set(values).where("id", "=", id).execute();
};
