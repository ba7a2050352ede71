import { Download, Eye, ReceiptText } from "lucide-react";
import { useState } from "react";
import type { Invoice } from "#contract/billing.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useMoney } from "#web/lib/money.ts";
import { period } from "#web/lib/period.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { invoiceAddress } from "#web/shell/invoices/invoice-address.ts";
import { InvoiceStatus } from "#web/shell/invoices/invoice-status.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { invoicesPerPage, useOwnInvoices } from "./own-invoices.queries.ts";

/** Newest first; each opens in a new tab or is downloaded, in the language on screen. */
export function OwnInvoices() {
  const t = useText();
  const user = useSignedInUser();
  const [page, setPage] = useState(1);
  const bills = useOwnInvoices(user.id, page);
  if (bills.isPending) return <Skeleton className="h-40" />;
  if (bills.isError) return <LoadFailure error={bills.error} onRetry={() => void bills.refetch()} />;
  const { items, total } = bills.data;
  if (total === 0)
    return (
      <EmptyState
        icon={ReceiptText}
        title={t("plans.subscription.bills.empty_title")}
        text={t("plans.subscription.bills.empty_text")}
      />
    );
  return (
    <div className={bills.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
      <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
        {items.map((bill) => (
          <Bill key={bill.id} bill={bill} />
        ))}
      </ul>
      <Pager page={page} perPage={invoicesPerPage} total={total} onChange={setPage} />
    </div>
  );
}

function Bill({ bill }: { bill: Invoice }) {
  const t = useText();
  const format = useFormat();
  const money = useMoney();
  const language = useLanguage();
  const { id, number, status, billing_start_date, billing_end_date, due_date, paid_at, currency, total } =
    bill;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-strong">{number}</bdi>
          <InvoiceStatus bill={bill} />
        </p>
        <p className="mt-0.5 text-xs text-ink-muted">
          {period(billing_start_date, billing_end_date, format)}
          {status === "unpaid" && (
            <> · {t("plans.subscription.bills.pay_until", { date: format.date(dayOf(due_date)) })}</>
          )}
          {status === "paid" && paid_at !== null && (
            <> · {t("plans.subscription.bills.paid_on", { date: format.date(dayOf(paid_at)) })}</>
          )}
        </p>
      </div>
      <p data-tabular className="text-right font-strong">
        {money(total, currency)}
      </p>
      <p className="flex gap-1 max-sm:col-span-2 max-sm:*:flex-1">
        <Link
          href={invoiceAddress(id, "view", language)}
          target="_blank"
          look={{ variant: "quiet", size: "sm" }}
          aria-label={t("plans.subscription.bills.view_named", { number })}
        >
          <Icon of={Eye} size="sm" />
          {t("plans.subscription.bills.view")}
        </Link>
        <Link
          href={invoiceAddress(id, "download", language)}
          download={`${number}.pdf`}
          look={{ variant: "quiet", size: "sm" }}
          aria-label={t("plans.subscription.bills.download_named", { number })}
        >
          <Icon of={Download} size="sm" />
          {t("plans.subscription.bills.download")}
        </Link>
      </p>
    </li>
  );
}
