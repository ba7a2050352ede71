import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { InvoiceSummary } from "./invoice-summary.tsx";
import { MadeOf } from "./made-of.tsx";
import { useBilling } from "./own-invoices.queries.ts";
import { OwnInvoices } from "./own-invoices.tsx";

/** The user's debts and upcoming charges with their parts, and all their invoices. */
export function OwnBilling() {
  const t = useText();
  const billing = useBilling();
  return (
    <div className="flex flex-col gap-10 pt-2">
      {billing.isPending ? (
        <Skeleton className="h-60" />
      ) : billing.isError ? (
        <LoadFailure error={billing.error} onRetry={() => void billing.refetch()} />
      ) : (
        <>
          <InvoiceSummary summary={billing.data} />
          <MadeOf summary={billing.data} />
        </>
      )}
      <section aria-labelledby="own-bills">
        <h2 id="own-bills" className="mb-4 text-base font-strong">
          {t("plans.subscription.bills.own")}
        </h2>
        <OwnInvoices />
      </section>
    </div>
  );
}
