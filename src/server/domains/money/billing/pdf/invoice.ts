import type { Canvas } from "#server/platform/pdf/canvas.ts";
import type { InvoiceRecord } from "../billing.policy.ts";
import type { InvoiceLinesTable } from "../tables.ts";
import type { BillWords } from "../words.ts";

/** A printed invoice, and its resources. */
export interface PrintedInvoice {
  readonly invoice: InvoiceRecord;
  readonly lines: readonly InvoiceLinesTable[];
  readonly words: BillWords;
}

export interface Printing extends PrintedInvoice {
  readonly canvas: Canvas;
}
