import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Trx } from "#server/platform/database.ts";
import { cycleOf, type Day } from "./cycles.ts";
import { addSegment, closeSegment, isAsBefore, openSegment, type Subscription } from "./segments.ts";

/**
 * Ends the running cycle once it is billed: a scheduled plan starts with the next one, and so does a new price. The
 * caller has locked the row. A cycle that ends early, or into another interval, starts a new count on that day. Returns
 * the continued subscription; undefined when it has ended.
 */
export type CloseCycle = (
  trx: Trx,
  subscription: Subscription,
  end?: Day,
) => Promise<Subscription | undefined>;

export function createCycleEnd(notices: Pick<Notices, "notify">): CloseCycle {
  return async (trx, subscription, end = subscription.cycle_end) => {
    const { id, id_user } = subscription;
    const segment = await openSegment(trx, id);
    if (segment === undefined || subscription.ends) {
      if (segment !== undefined) await closeSegment(trx, segment, end);
      await trx.updateTable("subscriptions").set({ ended_on: end }).where("id", "=", id).execute();
      if (segment !== undefined)
        await notices.notify(trx, {
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
      await notices.notify(trx, {
        to: [id_user],
        sort: "plan_changed",
        values: { plan: plan.name },
        link: "/changeplan",
      });
    return next;
  };
}
