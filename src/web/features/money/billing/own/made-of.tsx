import type { ReactNode } from "react";
import type { BillingSummary } from "#contract/billing.ts";
import { useMoney } from "#web/lib/money.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";

/** The current invoice, line by line; the rest beside projects and channels is the plan with all taxes. */
export function MadeOf({
  summary: { projects, channels, currentBill, billingCycle },
}: {
  summary: BillingSummary;
}) {
  const t = useText();
  const money = useMoney();
  if (billingCycle === null) return null;
  const { currency } = currentBill;
  const [priced, free] = [
    projects.filter(({ amount }) => amount !== 0),
    projects.filter(({ amount }) => amount === 0),
  ];
  const lines = [...projects, ...channels].reduce((sum, { amount }) => sum + amount, 0);
  return (
    <Card title={t("plans.subscription.bills.made_of")} isPadded={false}>
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("plans.subscription.bills.for")}</th>
            <th scope="col">{t("plans.subscription.bills.amount")}</th>
          </tr>
        </thead>
        <tbody>
          <Line
            name={t("plans.subscription.bills.rest")}
            amount={money(currentBill.amount - lines, currency)}
          />
          {priced.map(({ id_project, name, tier, amount }) => (
            <Line
              key={`project ${id_project}`}
              name={
                <Link href={`/project/${id_project}`} className="own-direction">
                  {name}
                </Link>
              }
              note={
                tier === ""
                  ? t("plans.subscription.bills.no_tier")
                  : t("plans.subscription.bills.tier", { tier })
              }
              amount={money(amount, currency)}
            />
          ))}
          {channels.map(({ id, name, amount }) => (
            <Line
              key={`channel ${id}`}
              name={
                <Link href={`/editchannel/${id}`} className="own-direction">
                  {name}
                </Link>
              }
              note={t("plans.subscription.bills.channel")}
              amount={money(amount, currency)}
            />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line font-strong">
            <th scope="row" className="px-4 py-3 text-start font-strong">
              {t("plans.subscription.bills.total")}
            </th>
            <td data-tabular className="px-4 py-3 text-right whitespace-nowrap">
              {money(currentBill.amount, currency)}
            </td>
          </tr>
        </tfoot>
      </table>
      {free.length > 0 && (
        <details className="border-t border-line px-4 py-2.5 text-sm">
          <summary className="cursor-default text-ink-muted">
            {t("plans.subscription.bills.free", { count: free.length })}
          </summary>
          <ul className="mt-2 flex flex-col gap-1.5">
            {free.map(({ id_project, name }) => (
              <li key={id_project}>
                <Link href={`/project/${id_project}`} className="own-direction">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function Line({ name, note, amount }: { name: ReactNode; note?: string; amount: string }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="w-full px-4 py-2.5 text-start font-normal">
        {name}
        {note !== undefined && <span className="block text-xs text-ink-muted">{note}</span>}
      </th>
      <td data-tabular className="px-4 py-2.5 text-right align-top whitespace-nowrap">
        {amount}
      </td>
    </tr>
  );
}
