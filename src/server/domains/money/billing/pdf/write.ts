import { Readable } from "node:stream";
import { CONTENT, createCanvas, createDocument, FOOT, PAGE } from "#server/platform/pdf/canvas.ts";
import { drawPages } from "#server/platform/pdf/draw-pages.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Block } from "#server/platform/pdf/paginate.ts";
import { headRows } from "./head.ts";
import type { PrintedInvoice, Printing } from "./invoice.ts";
import { lineRow, tableHead, widestOf } from "./table.ts";
import { totalsRow } from "./totals.ts";

const { side: SIDE } = PAGE;
const TOP = 52;

/** An invoice as a PDF, in the language of its texts, generated while it is read. */
export const writeBill = (bill: PrintedInvoice): Readable =>
  Readable.from(chunksOf(bill), { objectMode: false, highWaterMark: 64 * 1024 });

async function* chunksOf(bill: PrintedInvoice): AsyncGenerator<Buffer> {
  const { invoice, words } = bill;
  const doc = createDocument({
    title: `${words.say.title} ${invoice.number}`,
    author: invoice.seller.name,
    language: words.language,
    at: invoice.issued_at,
  });
  const printing: Printing = { ...bill, canvas: createCanvas(doc, words.isRtl) };
  const blocks = blocksOf(printing);
  yield* drawPages(doc, { blocks: () => blocks, top: TOP, foot: FOOT, dress: (at) => dress(printing, at) });
}

function blocksOf(printing: Printing): Block[] {
  const { lines } = printing;
  const widest = widestOf(printing);
  const rows = lines.map((line) => lineRow(printing, line, widest));
  return [
    { rows: headRows(printing), gap: 0, core: 2 },
    { rows: [tableHead(printing), ...rows], gap: 16, core: 2, again: () => tableHead(printing) },
    { rows: [totalsRow(printing)], gap: 12, core: 1 },
  ];
}

/** Footer of every page, and the header of those after the first. */
function dress({ canvas, invoice, words }: Printing, { page, count }: { page: number; count: number }): void {
  const small = { size: 8, weight: "normal", isOwn: true } as const;
  if (page > 0) {
    const carried = canvas.set(words.fill(words.say.carried, { number: invoice.number }), small);
    canvas.text(carried, SIDE, 30, { colour: ink.muted });
  }
  const number = canvas.set(words.fill(words.say.page, { n: page + 1, count }), small);
  const { name, tax_id } = invoice.seller;
  const tax = tax_id === "" ? "" : words.fill(words.say.tax_id, { id: tax_id });
  const seller = canvas.set([name, tax].filter((part) => part !== "").join("  ·  "), {
    ...small,
    width: CONTENT - number.width - 20,
    most: 1,
  });
  const y = PAGE.height - 36;
  canvas.rule(SIDE, y - 8, CONTENT);
  canvas.text(seller, SIDE, y, { colour: ink.faint });
  canvas.text(number, SIDE, y, { width: CONTENT, align: "end", colour: ink.muted });
}
