import fc from "fast-check";
import { expect, it } from "vitest";
import type { Trx } from "#server/platform/database.ts";
import { addDays, cycleOf, dayOf } from "./cycles.ts";
import { plansWorld } from "./plans.fixture.ts";
import type { PlanRecord } from "./plans.policy.ts";

const world = plansWorld("2026-01-31T09:00:00Z");

type Step =
  | { readonly does: "choose" | "give"; readonly plan: number }
  | { readonly does: "bill" | "cancel" | "take" }
  | { readonly does: "wait"; readonly days: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constantFrom("choose" as const, "give" as const), plan: fc.nat(3) }),
  fc.record({ does: fc.constantFrom("bill" as const, "cancel" as const, "take" as const) }),
  fc.record({ does: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 70 }) }),
);

const latest = (trx: Trx, userId: number) =>
  trx
    .selectFrom("subscriptions")
    .selectAll()
    .where("id_user", "=", userId)
    .where("ended_on", "is", null)
    .executeTakeFirst();

it("Whatever is selected, assigned, ended and waited for, no two plans overlap, and cycles are contiguous", async () => {
  const plans: PlanRecord[] = [];
  for (const values of [
    { price: 0 },
    { price: 1000 },
    { price: 3000 },
    { price: 20_000, interval: "year" as const },
  ]) {
    const { id } = await world.plan(values);
    plans.push(
      await world.db.selectFrom("billing_plans").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
  }
  const run = (work: (trx: Trx) => Promise<unknown>) => world.db.transaction().execute(work);
  const { subscriptions } = world;

  /** A super admin bills the running cycle up to today: the next begins tomorrow. */
  const billEarly = async (trx: Trx, userId: number) => {
    const [subscription, end] = [await latest(trx, userId), addDays(dayOf(world.clock.now()), 1)];
    if (subscription !== undefined && subscription.cycle_start < end && end < subscription.cycle_end)
      await subscriptions.closeCycle(trx, subscription, end);
  };
  const act = async (userId: number, { does, ...more }: Step): Promise<void> => {
    const plan = "plan" in more ? plans[more.plan] : undefined;
    await run(async (trx) => {
      if (does === "cancel") await subscriptions.cancel(trx, userId);
      else if (does === "bill") await billEarly(trx, userId);
      else if (does === "take") await subscriptions.give(trx, userId, null);
      else if (plan !== undefined && does === "choose") await subscriptions.choose(trx, userId, plan);
      else if (plan !== undefined && does === "give") await subscriptions.give(trx, userId, plan);
    });
    if ("days" in more) world.goTo(addDays(dayOf(world.clock.now()), more.days));
  };
  /** As billing does after each ended cycle; sometimes late. */
  const closeWhatIsOver = (userId: number) =>
    run(async (trx) => {
      for (;;) {
        const subscription = await latest(trx, userId);
        if (subscription === undefined || subscription.cycle_end > dayOf(world.clock.now())) return;
        const next = await subscriptions.closeCycle(trx, subscription);
        if (next !== undefined) expect(next.cycle_start).toBe(subscription.cycle_end);
      }
    });

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.boolean()), { minLength: 3, maxLength: 10 }),
      async (steps) => {
        world.goTo("2026-01-31");
        const { id } = await world.app.user();
        for (const [one, isClosed] of steps) {
          await act(id, one);
          if (isClosed) await closeWhatIsOver(id);
        }
        await closeWhatIsOver(id);
        const spans = await world.db
          .selectFrom("subscription_plans as sp")
          .innerJoin("subscriptions as s", "s.id", "sp.id_subscription")
          .select(["s.id", "sp.from_day", "sp.to_day", "s.ended_on"])
          .where("s.id_user", "=", id)
          .orderBy("sp.from_day")
          .orderBy("sp.id")
          .execute();
        for (const [index, { from_day, to_day, ended_on }] of spans.entries()) {
          const next = spans[index + 1];
          expect(to_day === null || from_day < to_day).toBe(true);
          if (next !== undefined) expect(to_day !== null && to_day <= next.from_day).toBe(true);
          if (ended_on !== null) expect(to_day !== null && to_day <= ended_on).toBe(true);
        }
        const running = await run((trx) => latest(trx, id));
        if (running !== undefined) {
          const { anchor, billing_interval, cycle, cycle_start, cycle_end } = running as NonNullable<
            Awaited<ReturnType<typeof latest>>
          >;
          expect({ start: cycle_start, end: cycle_end }).toEqual(cycleOf(anchor, billing_interval, cycle));
        }
      },
    ),
    { numRuns: 60 },
  );
});
