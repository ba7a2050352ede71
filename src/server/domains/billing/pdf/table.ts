import { CONTENT, PAGE, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Row } from "#server/platform/pdf/paginate.ts";
import { addDays } from "../cycles.ts";
import type { InvoiceLinesTable } from "../tables.ts";
import type { Printing } from "./bill.ts";

const { side: SIDE } = PAGE;
/** Beside what stands in a cell. */
const PAD = 8;
const widths = { quantity: 58, price: 104, amount: 112 } as const;
const NAME = CONTENT - widths.quantity - widths.price - widths.amount;

/** Where the columns of numbers begin. Numbers stand under each other at their last figure. */
const columns = {
  quantity: { x: SIDE + NAME, width: widths.quantity },
  price: { x: SIDE + NAME + widths.quantity, width: widths.price },
  amount: { x: SIDE + CONTENT - widths.amount, width: widths.amount - PAD },
} as const;

/** Heads the table on every page that it goes on to. */
export function tableHead({ canvas, invoice, words }: Printing): Row {
  const { say } = words;
  const label = (text: string, width: number) =>
    canvas.set(text, { size: 8, weight: strong, isOwn: true, width });
  const item = label(say.item, NAME - 2 * PAD);
  const numbers = {
    quantity: label(say.quantity, widths.quantity),
    price: label(say.price, widths.price),
    amount: label(`${say.amount} (${invoice.currency})`, widths.amount),
  };
  const height = 24;
  const middle = (y: number) => y + (height - item.lineHeight) / 2;
  return {
    height,
    gap: 0,
    isHeading: true,
    draw(y) {
      canvas.fill(ink.sunken, SIDE, y, CONTENT, height, 3);
      canvas.text(item, SIDE + PAD, middle(y), { colour: ink.muted });
      for (const name of ["quantity", "price", "amount"] as const)
        canvas.text(numbers[name], columns[name].x, middle(y), {
          width: columns[name].width,
          align: "end",
          colour: ink.muted,
        });
    },
  };
}

export function lineRow({ canvas, invoice, words }: Printing, line: InvoiceLinesTable): Row {
  const width = NAME - 2 * PAD;
  const name = canvas.set(line.name, { size: 10, weight: "normal", width, most: 3 });
  const note = canvas.set(noteOf(line, words), { size: 8, weight: "normal", isOwn: true, width, most: 2 });
  const number = (text: string) => canvas.set(text, { size: 10, weight: "normal", isOwn: true });
  const numbers = {
    quantity: number(String(line.quantity)),
    price: number(words.amount(line.unit_price, invoice.currency)),
    amount: number(words.amount(line.amount, invoice.currency)),
  };
  const height = name.height + note.height + 13;
  return {
    height,
    gap: 0,
    draw(y) {
      canvas.text(name, SIDE + PAD, y + 6);
      canvas.text(note, SIDE + PAD, y + 6 + name.height, { colour: ink.muted });
      for (const key of ["quantity", "price", "amount"] as const)
        canvas.text(numbers[key], columns[key].x, y + 6 + (name.lineHeight - numbers[key].lineHeight) / 2, {
          width: columns[key].width,
          align: "end",
        });
      canvas.rule(SIDE, y + height, CONTENT);
    },
  };
}

/** What kind of thing it is and, where it is not the whole time, the days that it counts for. */
function noteOf({ kind, from_day, to_day }: InvoiceLinesTable, { say, days }: Printing["words"]): string {
  const span = from_day === null || to_day === null ? "" : days(from_day, addDays(to_day, -1));
  return [say[kind], span].filter((part) => part !== "").join("  ·  ");
}

/** Half the page, at the end of the lines: sum, tax, and what is to be paid. */
export function totalsRow({ canvas, invoice, words }: Printing): Row {
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
  const heights = lines.map(
    ({ label, value, isStrong }) => Math.max(label.height, value.height) + (isStrong ? 12 : 3),
  );
  return {
    height: heights.reduce((all, each) => all + each, 0) + 2,
    gap: 0,
    draw(y) {
      let top = y;
      for (const [at, { label, value, isStrong }] of lines.entries()) {
        const height = heights[at] ?? 0;
        if (isStrong) canvas.rule(x, top + 4, CONTENT / 2, ink.strong);
        const middle = top + (isStrong ? 9 : 0) + (height - (isStrong ? 9 : 0)) / 2;
        canvas.text(label, x, middle - label.height / 2, { colour: isStrong ? ink.strong : ink.muted });
        canvas.text(value, x, middle - value.height / 2, { width, align: "end" });
        top += height;
      }
    },
  };
}
