import type { Language } from "#contract/languages.ts";
import type { Drawing } from "#server/platform/pdf/drawing.ts";
import type { PlainDocument } from "#server/platform/pdf/plain-document.ts";
import type { LabelOrder } from "./media/spot-codes/label-pdf.ts";
import type { PrintedInvoice } from "./money/billing/pdf/invoice.ts";
import type { CustodySheet } from "./oversight/evidence/pdf/sheet.ts";
import type { ComparisonOrder } from "./work/comparisons/comparison-pdf.ts";
import type { PrintedOwnerReport } from "./work/owner-reports/document.ts";
import type { PdfReport } from "./work/snags/report/pdf.ts";

interface InLanguage {
  readonly language: Language;
}

/** Input of each kind of PDF: plain data, as it is sent to another process. */
export interface PdfOrders {
  readonly custody: Omit<CustodySheet, "words" | "archive"> & InLanguage;
  readonly invoice: Omit<PrintedInvoice, "words"> & InLanguage;
  readonly snags: Omit<PdfReport, "words" | "crops"> & InLanguage;
  readonly labels: LabelOrder;
  readonly owner_report: PrintedOwnerReport;
  readonly comparison: ComparisonOrder;
  readonly plain: PlainDocument;
}

export type PdfDrawing = Pick<Drawing<PdfOrders>, "draw">;
