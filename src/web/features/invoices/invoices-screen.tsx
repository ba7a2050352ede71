import { FilePlus2, ReceiptText, SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Invoice } from "#contract/billing.ts";
import { useListColumns } from "#web/lib/list-columns.ts";
import { useSelection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { GenerateDialog } from "./dialogs/generate-dialog.tsx";
import { InvoiceTools } from "./invoice-tools.tsx";
import { invoicesPerPage, useInvoices } from "./invoices.queries.ts";
import { InvoicesFailure } from "./invoices-failure.tsx";
import { type InvoiceColumn, InvoicesTable, useInvoiceColumns } from "./invoices-table.tsx";
import { invoiceList } from "./list-state.ts";
import { type AskAct, useActs } from "./use-acts.tsx";

/** Everybody's bills. */
export function InvoicesScreen() {
  const t = useText();
  const [state, change] = invoiceList.use();
  const [isWriting, setIsWriting] = useState(false);
  const invoices = useInvoices(state);
  const { ask, question } = useActs();
  const columns = useListColumns("invoices", useInvoiceColumns(ask));
  const write = (
    <Button variant="primary" icon={FilePlus2} onPress={() => setIsWriting(true)}>
      {t("invoices.generate")}
    </Button>
  );
  return (
    <>
      <PageHeader title={t("invoices.title")} note={t("invoices.intro")} actions={write} />
      <InvoiceTools state={state} change={change} total={invoices.data?.total} columns={columns} />
      {invoices.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : invoices.isError ? (
        <InvoicesFailure error={invoices.error} onRetry={() => void invoices.refetch()} />
      ) : invoices.data.items.length > 0 ? (
        <div className={invoices.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          <Invoices invoices={invoices.data.items} columns={columns.shown} ask={ask}>
            <Pager
              page={state.page}
              perPage={invoicesPerPage}
              total={invoices.data.total}
              onChange={(page) => change({ page })}
            />
          </Invoices>
        </div>
      ) : invoiceList.isNarrowed(state) ? (
        <EmptyState
          icon={SearchX}
          title={t("invoices.no_match_title")}
          text={t("invoices.no_match_text")}
          action={<Button onPress={() => change(invoiceList.plain)}>{t("invoices.clear_filters")}</Button>}
        />
      ) : (
        <EmptyState
          icon={ReceiptText}
          title={t("invoices.none_title")}
          text={t("invoices.none_text")}
          action={write}
        />
      )}
      {isWriting && <GenerateDialog person={state.user} onClose={() => setIsWriting(false)} />}
      {question}
    </>
  );
}

function Invoices({
  invoices,
  columns,
  ask,
  children,
}: {
  invoices: readonly Invoice[];
  columns: readonly InvoiceColumn[];
  ask: AskAct;
  children: ReactNode;
}) {
  const selection = useSelection(invoices.map(({ id }) => id));
  return (
    <>
      <InvoicesTable invoices={invoices} columns={columns} selection={selection} ask={ask} />
      {children}
      {selection.ids.size > 0 && <BulkBar selection={selection} shown={invoices} />}
    </>
  );
}
