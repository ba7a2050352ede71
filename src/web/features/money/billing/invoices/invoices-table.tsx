import { useRouter } from "@tanstack/react-router";
import type { Invoice } from "#contract/billing.ts";
import { dayOf } from "#web/lib/day.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import type { ColumnChoice } from "#web/lib/list-columns.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useMoney } from "#web/lib/money.ts";
import { period } from "#web/lib/period.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { InvoiceStatus } from "#web/shell/invoices/invoice-status.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Link } from "#web/ui/link.tsx";
import { InvoiceMenu } from "./invoice-menu.tsx";
import type { AskAct } from "./use-acts.tsx";

export type InvoiceColumn = TableColumn<Invoice> & ColumnChoice;

export interface InvoicesTableProps {
  invoices: readonly Invoice[];
  columns: readonly InvoiceColumn[];
  selection: Selection;
  ask: AskAct;
}

/** A table where there is room for one, a list of the same facts on phones. */
export function InvoicesTable(props: InvoicesTableProps) {
  const t = useText();
  const router = useRouter();
  const isMobile = useIsMobile();
  const { invoices, columns, selection } = props;
  if (isMobile) return <InvoiceList {...props} />;
  return (
    <Card isPadded={false}>
      <DataTable
        label={t("billing.invoices.title")}
        columns={columns}
        rows={invoices}
        rowId={({ id }) => String(id)}
        selection={{
          selected: new Set([...selection.ids].map(String)),
          onSelect: (ids) => selection.replace([...ids].map(Number)),
        }}
        onOpen={(id) => router.history.push(`/invoices/${id}`)}
      />
    </Card>
  );
}

const day = (text: string | null, format: Formatter) =>
  text === null ? "" : <time dateTime={text}>{format.date(dayOf(text))}</time>;

/** All columns of an invoice; of the amounts only the total is visible by default. */
export function useInvoiceColumns(ask: AskAct): InvoiceColumn[] {
  const t = useText();
  const format = useFormat();
  const money = useMoney();
  return [
    {
      id: "number",
      label: t("billing.invoices.number"),
      isFixed: true,
      namesRow: true,
      width: 155,
      cell: ({ id, number }) => (
        <Link href={`/invoices/${id}`} look="plain" className="font-strong">
          <bdi>{number}</bdi>
        </Link>
      ),
    },
    {
      id: "customer",
      label: t("billing.invoices.customer"),
      width: "2fr",
      minWidth: 120,
      cell: ({ id_user, user_name }) =>
        id_user === null ? (
          <bdi>{user_name}</bdi>
        ) : (
          <Link href={`/edituser/${id_user}`}>
            <bdi>{user_name}</bdi>
          </Link>
        ),
    },
    {
      id: "period",
      label: t("billing.invoices.period"),
      width: "2fr",
      minWidth: 205,
      cell: ({ billing_start_date, billing_end_date }) =>
        period(billing_start_date, billing_end_date, format),
    },
    {
      id: "issued",
      label: t("billing.invoices.issued"),
      isExtra: true,
      width: 130,
      cell: ({ issued_at }) => day(issued_at, format),
    },
    {
      id: "subtotal",
      label: t("billing.invoices.subtotal"),
      isExtra: true,
      isNumber: true,
      width: 130,
      cell: ({ subtotal, currency }) => money(subtotal, currency),
    },
    {
      id: "tax",
      label: t("billing.invoices.tax"),
      isExtra: true,
      isNumber: true,
      width: 120,
      cell: ({ tax, currency }) => money(tax, currency),
    },
    {
      id: "total",
      label: t("billing.invoices.total"),
      isNumber: true,
      width: 125,
      cell: ({ total, currency }) => <span className="font-strong">{money(total, currency)}</span>,
    },
    {
      id: "due",
      label: t("billing.invoices.due"),
      width: 125,
      cell: ({ due_date }) => day(due_date, format),
    },
    {
      id: "paid",
      label: t("billing.invoices.paid_at"),
      isExtra: true,
      width: 130,
      cell: ({ paid_at }) => day(paid_at, format),
    },
    {
      id: "status",
      label: t("billing.invoices.status"),
      width: 125,
      cell: (invoice) => <InvoiceStatus bill={invoice} />,
    },
    {
      id: "menu",
      label: "",
      isFixed: true,
      width: 64,
      cell: (invoice) => <InvoiceMenu invoice={invoice} ask={ask} />,
    },
  ];
}

function InvoiceList({ invoices, selection, ask }: InvoicesTableProps) {
  const t = useText();
  const format = useFormat();
  const money = useMoney();
  return (
    <ul aria-label={t("billing.invoices.title")} className="flex flex-col gap-3">
      {invoices.map((invoice) => (
        <li key={invoice.id} className="rounded-lg bg-surface ps-4 pe-2 py-3 ring-1 ring-line">
          <div className="flex items-center gap-3">
            <Checkbox
              aria-label={t("common.select_named", { name: invoice.number })}
              isSelected={selection.ids.has(invoice.id)}
              onChange={(isChosen) => selection.toggle(invoice.id, isChosen, false)}
            />
            <Link
              href={`/invoices/${invoice.id}`}
              look="plain"
              className="hit-area min-w-0 flex-1 font-strong"
            >
              <span className="own-direction block truncate">{invoice.number}</span>
            </Link>
            <InvoiceStatus bill={invoice} />
            <InvoiceMenu invoice={invoice} ask={ask} />
          </div>
          <div className="flex items-end justify-between gap-3 pe-2 ps-7">
            <p className="min-w-0 text-sm">
              <span className="own-direction block truncate">{invoice.user_name}</span>
              <span className="block text-xs text-ink-muted">
                {period(invoice.billing_start_date, invoice.billing_end_date, format)}
              </span>
              {invoice.status === "unpaid" && (
                <span className="block text-xs text-ink-muted">
                  {t("plans.subscription.bills.pay_until", { date: format.date(dayOf(invoice.due_date)) })}
                </span>
              )}
            </p>
            <p data-tabular className="font-strong">
              {money(invoice.total, invoice.currency)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
