import type { ReactNode } from "react";
import type { InvoiceDetail, InvoiceLine } from "#contract/billing.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMoney } from "#web/lib/money.ts";
import { period } from "#web/lib/period.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";

/** The content of an invoice: sender, recipient, lines and total. The same texts as in the PDF. */
export function InvoiceSheet({ bill }: { bill: InvoiceDetail }) {
  const t = useText();
  const { seller, customer, note } = bill;
  return (
    <Card isPadded={false}>
      <div className="grid gap-x-8 gap-y-4 p-4 sm:grid-cols-2">
        <Party title={t("billing.invoices.seller")} party={seller} />
        <Party title={t("billing.invoices.customer")} party={customer} />
      </div>
      <Lines bill={bill} />
      {note !== "" && (
        <p className="own-direction border-t border-line p-4 whitespace-pre-line text-ink-muted">{note}</p>
      )}
    </Card>
  );
}

function Party({ title, party }: { title: string; party: InvoiceDetail["seller"] }) {
  const t = useText();
  const { name, company, address, tax_id, email } = party;
  const first = company === "" ? name : company;
  return (
    <section>
      <h2 className="text-xs text-ink-muted">{title}</h2>
      <p className="own-direction mt-0.5 font-strong">
        {first === "" ? t("billing.invoices.unnamed") : first}
      </p>
      {[company === "" ? "" : name, address, email].map(
        (line) =>
          line !== "" && (
            <p key={line} className="own-direction whitespace-pre-line text-ink-muted">
              {line}
            </p>
          ),
      )}
      {tax_id !== "" && (
        <p className="text-ink-muted">
          {t("billing.invoices.tax_id")} <bdi className="tabular-nums">{tax_id}</bdi>
        </p>
      )}
    </section>
  );
}

const cell = "px-3 py-2.5 first:ps-4 last:pe-4 align-top";
const figure = `${cell} text-right whitespace-nowrap tabular-nums`;

function Lines({
  bill: { lines, currency, subtotal, tax, tax_name, tax_rate, total },
}: {
  bill: InvoiceDetail;
}) {
  const t = useText();
  const format = useFormat();
  const money = useMoney();
  const share = format.number(tax_rate / 10_000, { style: "percent", maximumFractionDigits: 2 });
  return (
    <div className="overflow-x-auto border-t border-line">
      <table aria-label={t("billing.invoices.lines")} className="w-full text-sm">
        <thead>
          <tr className="text-xs text-ink-muted">
            <th scope="col" className={`${cell} w-full text-start font-strong`}>
              {t("billing.invoices.item")}
            </th>
            <th scope="col" className={`${figure} font-strong max-sm:hidden`}>
              {t("billing.invoices.quantity")}
            </th>
            <th scope="col" className={`${figure} font-strong max-sm:hidden`}>
              {t("billing.invoices.unit_price")}
            </th>
            <th scope="col" className={`${figure} font-strong`}>
              {t("billing.invoices.amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, place) => (
            // Two lines of one plan may differ only in their days.
            <tr key={`${place} ${line.name}`} className="border-t border-line">
              <th scope="row" className={`${cell} text-start font-normal`}>
                <span className="own-direction block">{line.name}</span>
                <LineNote line={line} />
              </th>
              <td className={`${figure} max-sm:hidden`}>{format.number(line.quantity)}</td>
              <td className={`${figure} max-sm:hidden`}>{money(line.unit_price, currency)}</td>
              <td className={figure}>{money(line.amount, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line-strong">
          {tax_rate > 0 && (
            <>
              <Sum name={t("billing.invoices.subtotal")}>{money(subtotal, currency)}</Sum>
              <Sum name={`${tax_name === "" ? t("billing.invoices.tax") : tax_name} ${share}`}>
                {money(tax, currency)}
              </Sum>
            </>
          )}
          <Sum name={t("billing.invoices.total")} isLast>
            {money(total, currency)}
          </Sum>
        </tfoot>
      </table>
    </div>
  );
}

function LineNote({ line: { kind, from, to } }: { line: InvoiceLine }) {
  const t = useText();
  const format = useFormat();
  const days = from !== null && to !== null ? period(from, to, format) : from && format.date(dayOf(from));
  return (
    <span className="block text-xs text-ink-muted">
      {t(`billing.invoices.kinds.${kind}`)}
      {days !== null && ` · ${days}`}
    </span>
  );
}

function Sum({ name, isLast = false, children }: { name: string; isLast?: boolean; children: ReactNode }) {
  const weight = isLast ? "font-strong text-base" : "text-ink-muted";
  return (
    <tr className={weight}>
      <th scope="row" className="px-4 py-1.5 text-start font-[inherit] last:pb-3">
        {name}
      </th>
      {/* Under quantity and unit price, which phones do not show. */}
      <td aria-hidden colSpan={2} className="max-sm:hidden" />
      <td className="py-1.5 ps-3 pe-4 text-right whitespace-nowrap tabular-nums">{children}</td>
    </tr>
  );
}
