import type { BillingSummary } from "#contract/billing.ts";
import type { Currency, Money } from "#contract/money.ts";
import type { SettingValues } from "#contract/settings.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { addDays, type Day, dayOf, daysBetween, monthsOf, prorate, type Span } from "../plans/cycles.ts";
import type { Subscription } from "../plans/segments.ts";
import type { InvoiceRecord } from "./billing.policy.ts";
import { type Charges, linesOf, segmentsIn, totalsOf } from "./charges.ts";
import { isHeldUp } from "./deadline.ts";
import type { InvoicesRepository } from "./invoices.repository.ts";
import { readCharges, readProjectCharges } from "./read-charges.ts";
import "#server/domains/people/auth/tables.ts";

export interface SummaryOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: { get(): SettingValues };
  readonly invoices: InvoicesRepository;
}

/** A customer's present balance and upcoming charges, computed as the next invoice will be. */
export function createSummary({ db, clock, settings, invoices }: SummaryOptions) {
  return async function summaryOf(id_user: number): Promise<BillingSummary> {
    const [subscription, unpaid, user, requested] = await Promise.all([
      running(db, id_user),
      invoices.unpaidOf(id_user),
      db
        .selectFrom("users")
        .select(["role", "payment_deadline"])
        .where("id", "=", id_user)
        .executeTakeFirstOrThrow(),
      requestedPlan(db, id_user),
    ]);
    const { currency, tax_rate } = settings.get();
    const charges = subscription
      ? await readCharges(db, subscription)
      : { ...nothing, projects: await readProjectCharges(db, id_user) };
    const cycle = subscription && { start: subscription.cycle_start, end: subscription.cycle_end };
    const today = dayOf(clock.now());
    return {
      ...(await planOf(db, subscription)),
      requested_plan: requested ?? null,
      ...partsOf(charges, cycle, currency),
      currentBill: { amount: cycle ? totalsOf(linesOf(charges, cycle), tax_rate).total : 0, currency },
      billingCycle: cycle ? { startDate: cycle.start, endDate: addDays(cycle.end, -1) } : null,
      daysRemaining: cycle ? Math.max(0, daysBetween(today, cycle.end)) : 0,
      nextBillingDate: cycle?.end ?? null,
      unpaid: sumOf(unpaid, currency),
      unpaidInvoices: unpaid.map(wireUnpaid),
      paymentDeadline: user.payment_deadline,
      hasUnpaidBills: unpaid.length > 0,
      isReadOnly: isHeldUp(user, today),
    };
  };
}

const nothing: Charges = { interval: "month", segments: [], projects: [], channels: [] };

/** A sum has one currency: the present one's, or where nothing is unpaid in that, the newest invoice's. */
function sumOf(unpaid: readonly InvoiceRecord[], present: Currency): Money {
  const currency = unpaid.some((bill) => bill.currency === present)
    ? present
    : (unpaid[0]?.currency ?? present);
  const amount = unpaid
    .filter((bill) => bill.currency === currency)
    .reduce((all, { total }) => all + total, 0);
  return { amount, currency };
}

const wireUnpaid = ({ id, number, billing_end, total, currency }: InvoiceRecord) => ({
  id,
  number,
  billing_end_date: addDays(billing_end, -1),
  amount: total,
  currency,
});

/** The cycle's charges per project and per channel, before tax. Without a plan they are not billed. */
function partsOf(charges: Charges, cycle: Span | undefined, currency: Currency) {
  const months = cycle ? monthsOf(charges.interval) : 0;
  const held = cycle ? segmentsIn(charges.segments, cycle) : [];
  // One channel over the plans of the cycle: the price in each for its days.
  const channel = cycle
    ? prorate(
        held.map(({ channel_price, span }) => ({
          price: channel_price,
          days: daysBetween(span.start, span.end),
        })),
        daysBetween(cycle.start, cycle.end),
      ).reduce((all, amount) => all + amount, 0)
    : 0;
  return {
    projects: charges.projects.map(({ price, ...project }) => ({
      ...project,
      amount: price * months,
      currency,
    })),
    channels: charges.channels.map((one) => ({ ...one, amount: channel, currency })),
  };
}

const running = (db: Database, id_user: number): Promise<Subscription | undefined> =>
  db
    .selectFrom("subscriptions")
    .selectAll()
    .where("id_user", "=", id_user)
    .where("ended_on", "is", null)
    .executeTakeFirst();

const requestedPlan = (db: Database, id_user: number) =>
  db
    .selectFrom("plan_requests as r")
    .innerJoin("billing_plans as p", "p.id", "r.id_plan")
    .select(["p.id as id_plan", "p.name"])
    .where("r.id_user", "=", id_user)
    .executeTakeFirst();

async function planOf(
  db: Database,
  subscription: Subscription | undefined,
): Promise<Pick<BillingSummary, "plan" | "next_plan">> {
  if (subscription === undefined) return { plan: null, next_plan: null };
  const [plan, next] = await Promise.all([
    db
      .selectFrom("subscription_plans as s")
      .innerJoin("billing_plans as p", "p.id", "s.id_plan")
      .select(["p.id as id_plan", "p.name"])
      .where("s.id_subscription", "=", subscription.id)
      .where("s.to_day", "is", null)
      .executeTakeFirst(),
    db
      .selectFrom("billing_plans")
      .select(["id as id_plan", "name"])
      .where("id", "=", subscription.id_next_plan ?? 0)
      .executeTakeFirst(),
  ]);
  const from: Day = subscription.cycle_end;
  return {
    plan: plan ?? null,
    next_plan: next ? { ...next, from } : subscription.ends ? { id_plan: null, name: "", from } : null,
  };
}
