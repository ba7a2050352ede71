import { writePlainDocument } from "#server/platform/pdf/plain-document.ts";
import { serveDrawings } from "#server/platform/pdf/serve-drawings.ts";
import { writeLabels } from "./media/spot-codes/label-pdf.ts";
import { writeBill } from "./money/billing/pdf/write.ts";
import { billWords } from "./money/billing/words.ts";
import { writeCustodySheet } from "./oversight/evidence/pdf/write.ts";
import { evidenceWords } from "./oversight/evidence/words.ts";
import type { PdfOrders } from "./pdf-orders.ts";
import { writeComparison } from "./work/comparisons/comparison-pdf.ts";
import { writeOwnerReport } from "./work/owner-reports/report-pdf.ts";
import { createCrops } from "./work/snags/report/crops.ts";
import { writePdf } from "./work/snags/report/pdf.ts";
import { reportWords } from "./work/snags/report/words.ts";

/* The child process that draws every PDF, forked by platform/pdf/drawing.ts. No other process may load its modules. */
serveDrawings({
  custody: ({ language, ...sheet }: PdfOrders["custody"], archive) =>
    writeCustodySheet({ ...sheet, words: evidenceWords(language), archive }),
  invoice: ({ language, ...bill }: PdfOrders["invoice"]) =>
    writeBill({ ...bill, words: billWords(language) }),
  snags: ({ language, ...report }: PdfOrders["snags"], archive) =>
    writePdf({ ...report, words: reportWords(language), crops: createCrops(archive) }),
  comparison: (order: PdfOrders["comparison"], archive) => writeComparison(order, createCrops(archive)),
  labels: (order: PdfOrders["labels"]) => writeLabels(order),
  owner_report: (report: PdfOrders["owner_report"], archive) =>
    writeOwnerReport(report, createCrops(archive)),
  plain: (document: PdfOrders["plain"], archive) => writePlainDocument(document, archive),
});
