import type { ReactNode } from "react";
import type { BillingSummary } from "#contract/billing.ts";
import { dayBefore, dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMoney } from "#web/lib/money.ts";
import { period } from "#web/lib/period.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Link } from "#web/ui/link.tsx";

/** The current cycle in figures; pending changes, and above all unpaid invoices, before them. */
export function InvoiceSummary({ summary }: { summary: BillingSummary }) {
  const t = useText();
  const format = useFormat();
  const money = useMoney();
  const { plan, currentBill, billingCycle, nextBillingDate, daysRemaining } = summary;
  return (
    <section aria-labelledby="this-cycle">
      <h2 id="this-cycle" className="sr-only">
        {t("plans.subscription.bills.summary")}
      </h2>
      <Unpaid summary={summary} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <p className="text-xs text-ink-muted">{t("plans.subscription.bills.plan")}</p>
          <p className="own-direction text-lg font-strong">
            {plan?.name ?? t("plans.subscription.bills.no_plan")}
          </p>
          <Coming summary={summary} />
        </div>
        <Link href="/changeplan" look={{ variant: "secondary" }}>
          {t(plan === null ? "plans.subscription.bills.choose" : "plans.subscription.bills.change")}
        </Link>
      </div>
      {billingCycle === null ? (
        plan === null && (
          <p className="mt-4 text-ink-muted">{t("plans.subscription.bills.nothing_running")}</p>
        )
      ) : (
        <>
          <dl className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-3">
            <Fact
              name={t("plans.subscription.bills.running")}
              note={t("plans.subscription.bills.running_hint")}
              value={money(currentBill.amount, currentBill.currency)}
            />
            <Fact
              name={t("plans.subscription.bills.cycle")}
              note={t("plans.subscription.bills.days_left", { count: daysRemaining })}
              value={period(billingCycle.startDate, billingCycle.endDate, format)}
            />
            {nextBillingDate !== null && (
              <Fact
                name={t("plans.subscription.bills.next")}
                value={<time dateTime={nextBillingDate}>{format.date(dayOf(nextBillingDate))}</time>}
              />
            )}
          </dl>
          <CycleBar {...billingCycle} left={daysRemaining} />
        </>
      )}
    </section>
  );
}

function Unpaid({ summary: { hasUnpaidBills, unpaid, paymentDeadline } }: { summary: BillingSummary }) {
  const t = useText();
  const format = useFormat();
  const money = useMoney();
  if (!hasUnpaidBills) return null;
  return (
    <Banner
      tone="bad"
      className="mb-6"
      title={`${t("plans.subscription.bills.unpaid")}: ${money(unpaid.amount, unpaid.currency)}`}
    >
      {paymentDeadline !== null &&
        t("plans.subscription.bills.pay_until", { date: format.date(dayOf(paymentDeadline), "long") })}
    </Banner>
  );
}

/** The next or requested subscription plan. */
function Coming({ summary: { next_plan: next, requested_plan: wish } }: { summary: BillingSummary }) {
  const t = useText();
  const format = useFormat();
  const text =
    next === null
      ? wish && t("plans.subscription.waiting", { name: wish.name })
      : next.id_plan === null
        ? t("plans.subscription.next_end", { date: format.date(dayOf(dayBefore(next.from)), "long") })
        : t("plans.subscription.next_change", {
            name: next.name,
            date: format.date(dayOf(next.from), "long"),
          });
  return text === null ? null : <p className="mt-0.5 text-sm text-ink-muted">{text}</p>;
}

function Fact({ name, value, note }: { name: string; value: ReactNode; note?: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd data-tabular className="mt-0.5 text-base font-strong">
        {value}
      </dd>
      {note !== undefined && <dd className="text-xs text-ink-muted">{note}</dd>}
    </div>
  );
}

/** Elapsed share of the cycle; the text beside it says the same. */
function CycleBar({ startDate, endDate, left }: { startDate: string; endDate: string; left: number }) {
  const days = Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000) + 1;
  const share = Math.min(1, Math.max(0, (days - left) / days));
  return (
    <div aria-hidden className="mt-5 h-1 overflow-hidden rounded-full bg-press">
      <span className="block h-full rounded-full bg-accent" style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}
