import type { Language } from "#contract/languages.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import type { Download } from "#server/platform/http/download.ts";
import type { InvoiceRecord } from "./billing.policy.ts";
import type { InvoiceLinesTable } from "./tables.ts";
import { billWords } from "./words.ts";

/** An invoice as a file, in a given language or in its customer's. */
export function invoicePdf(
  invoice: InvoiceRecord,
  lines: readonly InvoiceLinesTable[],
  pdf: PdfDrawing,
  language: Language = invoice.language,
): Download {
  const words = billWords(language);
  return {
    name: `${words.say.file} ${invoice.number}.pdf`,
    record: {
      action: "invoice.exported",
      subject: { kind: "invoice", id: invoice.id, name: invoice.number },
    },
    open: () => pdf.draw("invoice", { invoice, lines, language }),
  };
}
