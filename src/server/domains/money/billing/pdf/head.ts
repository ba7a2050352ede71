import { CONTENT, PAGE, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Row } from "#server/platform/pdf/paginate.ts";
import type { SetText } from "#server/platform/pdf/typeset.ts";
import { addDays, dayOf } from "../../plans/cycles.ts";
import { dueDate } from "../deadline.ts";
import type { PrintedInvoice, Printing } from "./invoice.ts";

const { side: SIDE } = PAGE;
/** Both columns of the head. */
const GAP = 24;
const COLUMN = (CONTENT - GAP) / 2;
const SECOND = SIDE + COLUMN + GAP;

interface Placed {
  readonly set: SetText;
  /** From the top of the row. */
  readonly y: number;
  readonly x: number;
  readonly colour: string;
}

/** Seller, customer, period and status. */
export function headRows(printing: Printing): Row[] {
  return [titleRow(printing), partiesRow(printing)];
}

const statusColours = { unpaid: ink.bad, paid: ink.ok, void: ink.muted } as const;

function titleRow({ canvas, invoice, words }: Printing): Row {
  const { say } = words;
  const title = canvas.set(invoice.status === "void" ? say.title_void : say.title, {
    size: 25,
    weight: strong,
    isOwn: true,
  });
  const number = canvas.set(invoice.number, { size: 11, weight: "normal", isOwn: true });
  const status = canvas.set(say.status[invoice.status], { size: 9, weight: strong, isOwn: true });
  const chip = { width: status.width + 18, height: 19 };
  return {
    height: title.height + number.height + 8,
    gap: 0,
    draw(y) {
      canvas.text(title, SIDE, y);
      canvas.text(number, SIDE, y + title.height + 2, { colour: ink.muted });
      const x = SIDE + CONTENT - chip.width;
      canvas.fill(ink.sunken, x, y + 9, chip.width, chip.height, 4);
      canvas.text(status, x, y + 9 + (chip.height - status.lineHeight) / 2, {
        width: chip.width,
        align: "center",
        colour: statusColours[invoice.status],
      });
    },
  };
}

function partiesRow(printing: Printing): Row {
  const { canvas, invoice, words } = printing;
  const from = party(printing, words.say.from, invoice.seller, SIDE, 0);
  const to = party(printing, words.say.to, invoice.customer, SECOND, 0);
  const parties = Math.max(from.height, to.height);
  const facts = factsOf(printing, parties + 18);
  return {
    height: parties + 18 + facts.height,
    gap: 16,
    draw(y) {
      canvas.rule(SIDE, y - 8, CONTENT);
      for (const one of [...from.placed, ...to.placed, ...facts.placed])
        canvas.text(one.set, one.x, y + one.y, { colour: one.colour });
    },
  };
}

function party(
  { canvas, words }: Printing,
  label: string,
  { name, company, address, tax_id, email }: PrintedInvoice["invoice"]["customer"],
  x: number,
  top: number,
) {
  const small = { size: 9, weight: "normal", width: COLUMN } as const;
  const texts: [SetText, string][] = [
    [canvas.set(label, { size: 8, weight: "normal", isOwn: true, width: COLUMN }), ink.faint],
    [canvas.set(company || name, { size: 11, weight: strong, width: COLUMN, most: 3 }), ink.strong],
  ];
  if (company !== "") texts.push([canvas.set(name, { ...small, most: 2 }), ink.strong]);
  if (address !== "") texts.push([canvas.set(address, { ...small, most: 6 }), ink.muted]);
  if (tax_id !== "") {
    const text = words.fill(words.say.tax_id, { id: tax_id });
    texts.push([canvas.set(text, { ...small, isOwn: true, most: 2 }), ink.muted]);
  }
  if (email !== "") texts.push([canvas.set(email, { ...small, most: 2 }), ink.muted]);
  let y = top;
  const placed = texts.map(([set, colour]): Placed => {
    const at = y;
    y += set.height + 2;
    return { set, y: at, x, colour };
  });
  return { placed, height: y - top };
}

/** Days, four in a line: a label with its value below. */
function factsOf({ canvas, invoice, words }: Printing, top: number) {
  const { say, day, days } = words;
  const facts: [string, string][] = [
    [say.issued, day(dayOf(invoice.issued_at))],
    [say.period, days(invoice.billing_start, addDays(invoice.billing_end, -1))],
  ];
  if (invoice.status === "unpaid") facts.push([say.due, day(dueDate(invoice))]);
  if (invoice.paid_on !== null) facts.push([say.paid_on, day(invoice.paid_on)]);
  const width = (CONTENT - GAP * 2) / 3;
  let height = 0;
  const placed = facts.flatMap(([label, value], at): Placed[] => {
    const x = SIDE + at * (width + GAP);
    const name = canvas.set(label, { size: 8, weight: "normal", isOwn: true, width });
    const said = canvas.set(value, { size: 10, weight: strong, isOwn: true, width });
    height = Math.max(height, name.height + 1 + said.height);
    return [
      { set: name, x, y: top, colour: ink.faint },
      { set: said, x, y: top + name.height + 1, colour: ink.strong },
    ];
  });
  return { placed, height };
}
