import { toDecimal } from "#contract/currencies.ts";
import type { Language } from "#contract/languages.ts";
import { csvDownload } from "#server/platform/csv.ts";
import type { Download } from "#server/platform/http/download.ts";
import { addDays, type Day, dayOf } from "../plans/cycles.ts";
import type { InvoiceRecord } from "./billing.policy.ts";
import { dueDate } from "./deadline.ts";
import { billWords } from "./words.ts";

/** Invoices as a table for spreadsheets, streamed row by row. Amounts are decimal numbers beside their currency. */
export function exportInvoices(
  invoices: AsyncIterable<InvoiceRecord>,
  { language, today }: { readonly language: Language; readonly today: Day },
): Download {
  const { say } = billWords(language);
  return csvDownload({
    name: `${say.table.name} ${today}.csv`,
    record: { action: "invoice.exported" },
    columns: [
      say.number,
      say.table.customer,
      say.table.company,
      say.table.email,
      say.table.status,
      say.from,
      say.to,
      say.issued,
      say.due,
      say.paid_on,
      say.table.overdue,
      say.table.currency,
      say.subtotal,
      say.tax,
      say.total,
    ],
    async *rows() {
      for await (const invoice of invoices) {
        const { customer, currency, status } = invoice;
        const due = dueDate(invoice);
        yield [
          invoice.number,
          customer.name,
          customer.company,
          customer.email,
          say.status[status],
          invoice.billing_start,
          addDays(invoice.billing_end, -1),
          dayOf(invoice.issued_at),
          due,
          invoice.paid_on,
          status === "unpaid" && today > due ? say.yes : say.no,
          currency,
          toDecimal(invoice.subtotal, currency),
          toDecimal(invoice.tax, currency),
          toDecimal(invoice.total, currency),
        ];
      }
    },
  });
}
