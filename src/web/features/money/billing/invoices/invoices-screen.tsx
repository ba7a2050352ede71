import { FilePlus2, ReceiptText } from "lucide-react";
import { useState } from "react";
import { useListColumns } from "#web/lib/list-columns.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { GenerateDialog } from "./dialogs/generate-dialog.tsx";
import { InvoiceTools } from "./invoice-tools.tsx";
import { invoicesPerPage, useInvoices } from "./invoices.queries.ts";
import { InvoicesTable, useInvoiceColumns } from "./invoices-table.tsx";
import { invoiceList } from "./list-state.ts";
import { useActs } from "./use-acts.tsx";

/** The invoices of all users. */
export function InvoicesScreen() {
  const t = useText();
  const [state, change] = invoiceList.use();
  const [isWriting, setIsWriting] = useState(false);
  const invoices = useInvoices(state);
  const { ask, question } = useActs();
  const columns = useListColumns("invoices", useInvoiceColumns(ask));
  const write = (
    <Button variant="primary" icon={FilePlus2} onPress={() => setIsWriting(true)}>
      {t("billing.invoices.generate")}
    </Button>
  );
  return (
    <>
      <ListScreen
        title={t("billing.invoices.title")}
        note={t("billing.invoices.intro")}
        actions={write}
        tools={<InvoiceTools state={state} change={change} total={invoices.data?.total} columns={columns} />}
        list={invoices}
        screen="invoices"
        none={
          <EmptyState
            icon={ReceiptText}
            title={t("billing.invoices.none_title")}
            text={t("billing.invoices.none_text")}
            action={write}
          />
        }
        isNarrowed={invoiceList.isNarrowed(state)}
        onClear={() => change(invoiceList.plain)}
        paging={{ page: state.page, perPage: invoicesPerPage, onPage: (page) => change({ page }) }}
        renderBar={(selection, shown) => <BulkBar selection={selection} shown={shown} />}
      >
        {(items, selection) => (
          <InvoicesTable invoices={items} columns={columns.shown} selection={selection} ask={ask} />
        )}
      </ListScreen>
      {isWriting && <GenerateDialog person={state.user} onClose={() => setIsWriting(false)} />}
      {question}
    </>
  );
}
