import { sql } from "kysely";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { type CloseCycle, createCycleEnd } from "./cycle-end.ts";
import { addDays, cycleOf, type Day, dayOf } from "./cycles.ts";
import type { PlanRecord } from "./plans.policy.ts";
import {
  addSegment,
  closeSegment,
  currentPlan,
  hasSegments,
  lastEnd,
  openSegment,
  type Segment,
  type Subscription,
  waits,
} from "./segments.ts";
import "./tables.ts";

/** Result of a selection; `from`: the day on which a scheduled one takes effect. */
export interface Outcome {
  readonly outcome: "changed" | "scheduled" | "kept";
  readonly from: Day | null;
}

export interface SubscriptionsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: Pick<Notices, "notify">;
}

/** Subscriptions of users to plans. A subscription runs in cycles; invoices list the plan in effect on each of its days. */
export interface Subscriptions {
  /** The user's present plan. */
  planOf(userId: number, source?: Database | Trx): Promise<PlanRecord | undefined>;
  /** Gives a new account the default plan, where there is one. */
  begin(trx: Trx, userId: number): Promise<void>;
  /**
   * A user's own selection: takes effect at once where it costs as much or more in the same interval, at the end of the
   * cycle otherwise; selecting the present plan cancels a scheduled one.
   */
  choose(trx: Trx, userId: number, plan: PlanRecord): Promise<Outcome>;
  /** Ends the plan with its cycle. Returns the last day; null where there is none. */
  cancel(trx: Trx, userId: number): Promise<Day | null>;
  /** Takes effect at once, whatever the price; null removes the plan. The running cycle is billed by its days. */
  give(trx: Trx, userId: number, plan: PlanRecord | null): Promise<void>;
  readonly closeCycle: CloseCycle;
  /** Notifies users whose plan ends within a week, once. */
  remind(): Promise<void>;
}

export type BeginPlan = Subscriptions["begin"];

const remindDays = 7;

interface Held {
  readonly subscription: Subscription;
  /** The present one; undefined while a cycle runs out whose plan was removed. */
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

  const start = (trx: Trx, userId: number, plan: PlanRecord) => startOn(trx, userId, plan, today());

  /** The day from which a change takes effect: today, within the cycle that is not billed yet. */
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
      // No plan was in effect for a day: there is nothing to bill, and no cycle to wait for.
      if (subscription.cycle === 0 && !(await hasSegments(trx, subscription.id)))
        await trx.deleteFrom("subscriptions").where("id", "=", subscription.id).execute();
      else await waits(trx, subscription, { id_next_plan: null, ends: true });
    },

    closeCycle: createCycleEnd(notices),

    remind: () => remindOfEnds({ db, notices }, today()),
  };
}

/** Starts a subscription today, or when the billed time has ended. */
async function startOn(trx: Trx, userId: number, plan: PlanRecord, today: Day): Promise<void> {
  const interval = plan.billing_interval;
  // A day that is billed already, with a cycle that was closed early, is not billed again.
  const billed = await lastEnd(trx, userId);
  const anchor = billed !== null && billed > today ? billed : today;
  const { start: cycle_start, end: cycle_end } = cycleOf(anchor, interval, 0);
  const made = await trx
    .insertInto("subscriptions")
    .values({ id_user: userId, anchor, billing_interval: interval, cycle_start, cycle_end })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // Of two parallel calls, one starts it.
  if (made === undefined) throw new AppError("CONFLICT");
  await addSegment(trx, made, plan, anchor);
}

async function remindOfEnds(
  { db, notices }: Pick<SubscriptionsOptions, "db" | "notices">,
  today: Day,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id_user: number; plan: string }>`
      update subscriptions s set told_end = s.cycle_end
      from subscription_plans sp
      where sp.id_subscription = s.id and sp.to_day is null and s.ended_on is null and s.ends
        and s.cycle_end <= ${addDays(today, remindDays)}::date and s.told_end is distinct from s.cycle_end
      returning s.id_user, sp.plan_name as plan`.execute(trx);
    for (const { id_user, plan } of rows)
      await notices.notify(trx, {
        to: [id_user],
        sort: "plan_expiring",
        values: { plan },
        link: "/changeplan",
      });
  });
}
