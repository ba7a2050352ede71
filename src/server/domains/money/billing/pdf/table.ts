import { type Canvas, CONTENT, PAGE, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Row } from "#server/platform/pdf/paginate.ts";
import type { SetText } from "#server/platform/pdf/typeset.ts";
import { addDays } from "../../plans/cycles.ts";
import type { InvoiceLinesTable } from "../tables.ts";
import type { Printing } from "./invoice.ts";

const { side: SIDE } = PAGE;
/** Padding beside the content of a cell. */
export const PAD = 8;
const widths = { quantity: 58, price: 104, amount: 112 } as const;
const NAME = CONTENT - widths.quantity - widths.price - widths.amount;

/** Left edges of the number columns. */
const columns = {
  quantity: { x: SIDE + NAME, width: widths.quantity },
  price: { x: SIDE + NAME + widths.quantity, width: widths.price },
  amount: { x: SIDE + CONTENT - widths.amount, width: widths.amount - PAD },
} as const;
type Column = keyof typeof columns;
const numbered: readonly Column[] = ["quantity", "price", "amount"];

/** The widest number of each column, by which the others are aligned. */
export type Widest = Readonly<Record<Column, number>>;

export function widestOf(printing: Printing): Widest {
  const widest = { quantity: 0, price: 0, amount: 0 };
  for (const line of printing.lines) {
    const numbers = numbersOf(printing, line);
    for (const name of numbered) widest[name] = Math.max(widest[name], numbers[name].width);
  }
  return widest;
}

function numbersOf({ canvas, invoice, words }: Printing, line: InvoiceLinesTable): Record<Column, SetText> {
  const number = (text: string) => canvas.set(text, { size: 10, weight: "normal", isOwn: true });
  return {
    quantity: number(String(line.quantity)),
    price: number(words.amount(line.unit_price, invoice.currency)),
    amount: number(words.amount(line.amount, invoice.currency)),
  };
}

/**
 * A number at the end of its column. Cents are aligned in both languages: in right-to-left text, the widest number
 * touches the column's left edge, and the others its right.
 */
export function drawNumber(
  { isRtl, text }: Canvas,
  number: SetText,
  { x, width }: { x: number; width: number },
  y: number,
  widest: number,
): void {
  if (isRtl) text(number, x + width - widest, y, { width: widest, align: "start" });
  else text(number, x, y, { width, align: "end" });
}

/** Table head, repeated on every further page. */
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
      for (const name of numbered)
        canvas.text(numbers[name], columns[name].x, middle(y), {
          width: columns[name].width,
          align: "end",
          colour: ink.muted,
        });
    },
  };
}

export function lineRow(printing: Printing, line: InvoiceLinesTable, widest: Widest): Row {
  const { canvas, words } = printing;
  const width = NAME - 2 * PAD;
  const title = line.kind === "channels" ? words.say.channels : line.name;
  const isOwn = line.kind === "channels";
  const name = canvas.set(title, { size: 10, weight: "normal", isOwn, width, most: 3 });
  const note = canvas.set(noteOf(line, words), { size: 8, weight: "normal", isOwn: true, width, most: 2 });
  const numbers = numbersOf(printing, line);
  const height = name.height + note.height + 10;
  return {
    height,
    gap: 0,
    draw(y) {
      canvas.text(name, SIDE + PAD, y + 5);
      canvas.text(note, SIDE + PAD, y + 5 + name.height, { colour: ink.muted });
      for (const key of numbered) {
        const middle = y + 5 + (name.lineHeight - numbers[key].lineHeight) / 2;
        drawNumber(canvas, numbers[key], columns[key], middle, widest[key]);
      }
      canvas.rule(SIDE, y + height, CONTENT);
    },
  };
}

/** The kind of the line and, where it does not cover the whole time, its days. */
function noteOf(
  { kind, name, from_day, to_day }: InvoiceLinesTable,
  { say, days }: Printing["words"],
): string {
  const span = from_day === null || to_day === null ? "" : days(from_day, addDays(to_day, -1));
  // User-written text is isolated in its own direction.
  const what = kind === "channels" ? `\u2068${name}\u2069` : say[kind];
  return [what, span].filter((part) => part !== "").join("  ·  ");
}
