import { CONTENT, PAGE, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Row } from "#server/platform/pdf/paginate.ts";
import type { SetText } from "#server/platform/pdf/typeset.ts";
import type { Printing } from "./invoice.ts";
import { drawNumber, PAD } from "./table.ts";

const { side: SIDE } = PAGE;

/** Half the page each, after the lines: the seller's notes, and the total with its tax. */
export function totalsRow(printing: Printing): Row {
  const { canvas, invoice, words } = printing;
  const notes = notesOf(printing);
  const { say, amount, money, percent, fill } = words;
  const { currency, subtotal, tax, tax_rate, tax_name, total, status } = invoice;
  const x = SIDE + CONTENT / 2;
  const width = CONTENT / 2 - PAD;
  const line = (label: string, value: string, isStrong = false) => ({
    label: canvas.set(label, {
      size: isStrong ? 11 : 9.5,
      weight: isStrong ? strong : "normal",
      isOwn: true,
      width: width * 0.6,
      most: 2,
    }),
    value: canvas.set(value, {
      size: isStrong ? 13 : 10,
      weight: isStrong ? strong : "normal",
      isOwn: true,
      width,
    }),
    isStrong,
  });
  const isTaxed = tax_rate > 0;
  const taxed = fill(say.tax_of, { name: tax_name || say.tax, rate: percent(tax_rate) });
  const lines = [
    ...(isTaxed ? [line(say.subtotal, amount(subtotal, currency)), line(taxed, amount(tax, currency))] : []),
    line(status === "unpaid" ? say.to_pay : say.total, money(total, currency), true),
  ];
  const widest = Math.max(...lines.map(({ value }) => value.width));
  const heights = lines.map(
    ({ label, value, isStrong }) => Math.max(label.height, value.height) + (isStrong ? 12 : 3),
  );
  return {
    height: Math.max(heights.reduce((all, each) => all + each, 0) + 2, heightOf(notes)),
    gap: 0,
    draw(y) {
      let note = y;
      for (const set of notes) {
        canvas.text(set, SIDE, note, { colour: ink.muted });
        note += set.height + BETWEEN;
      }
      let top = y;
      for (const [at, { label, value, isStrong }] of lines.entries()) {
        const height = heights[at] ?? 0;
        if (isStrong) canvas.rule(x, top + 4, CONTENT / 2, ink.strong);
        const middle = top + (isStrong ? 9 : 0) + (height - (isStrong ? 9 : 0)) / 2;
        canvas.text(label, x, middle - label.height / 2, { colour: isStrong ? ink.strong : ink.muted });
        drawNumber(canvas, value, { x, width }, middle - value.height / 2, widest);
        top += height;
      }
    },
  };
}

const BETWEEN = 6;
const heightOf = (sets: readonly SetText[]) => sets.reduce((all, { height }) => all + height + BETWEEN, 0);

/** A note where nothing is left to pay; and the seller's own text. */
function notesOf({ canvas, invoice, words }: Printing): SetText[] {
  const { say } = words;
  const own = invoice.status === "paid" ? say.is_paid : invoice.status === "void" ? say.is_void : "";
  const style = { size: 9, weight: "normal", width: CONTENT / 2 - 28 } as const;
  return [
    ...(own === "" ? [] : [canvas.set(own, { ...style, isOwn: true })]),
    ...(invoice.note === "" ? [] : [canvas.set(invoice.note, style)]),
  ];
}
