import type { BillingInterval } from "#contract/choices.ts";
import { type Day, daysBetween, monthsOf, prorate, type Span, taxOn } from "../plans/cycles.ts";
import type { InvoiceLinesTable } from "./tables.ts";

/** A plan and its days, `to_day` null for the present one. [from_day, to_day) */
export interface Segment {
  readonly plan_name: string;
  readonly price: number;
  readonly channel_price: number;
  readonly from_day: Day;
  readonly to_day: Day | null;
}

export interface ProjectCharge {
  readonly id_project: number;
  readonly name: string;
  readonly tier: string;
  /** Minor units a month; zero where no size tier matches the project. */
  readonly price: number;
}

export interface Charges {
  readonly interval: BillingInterval;
  readonly segments: readonly Segment[];
  readonly projects: readonly ProjectCharge[];
  readonly channels: readonly { readonly id: number; readonly name: string }[];
}

export type Line = Omit<InvoiceLinesTable, "id_invoice" | "position">;

export interface Totals {
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
}

/** A line before proration, and the days that it counts for. */
interface Draft {
  readonly line: Omit<Line, "amount">;
  readonly days: number;
}

/**
 * The lines of an invoice over `covered`, a cycle or, where it was closed early, the first days of one: `whole` is the
 * cycle at full length. Lines without cost are left out, except for a plan's.
 */
export function linesOf(charges: Charges, covered: Span, whole: Span = covered): Line[] {
  const drafts = [
    ...segmentsIn(charges.segments, covered).flatMap((segment) => planDrafts(segment, charges, covered)),
    ...projectDrafts(charges, covered),
  ];
  const amounts = prorate(
    drafts.map(({ line, days }) => ({ price: line.unit_price * line.quantity, days })),
    daysBetween(whole.start, whole.end),
  );
  return drafts
    .map(({ line }, at): Line => ({ ...line, amount: amounts[at] ?? 0 }))
    .filter(({ kind, amount }) => kind === "plan" || amount > 0);
}

/** `rate` in hundredths of a percent, on all lines together. */
export function totalsOf(lines: readonly Pick<Line, "amount">[], rate: number): Totals {
  const subtotal = lines.reduce((all, { amount }) => all + amount, 0);
  const tax = taxOn(subtotal, rate);
  return { subtotal, tax, total: subtotal + tax };
}

interface Held extends Segment {
  readonly span: Span;
}

/** Plans in effect on days of the span, clipped to it. */
export function segmentsIn(segments: readonly Segment[], { start, end }: Span): Held[] {
  return segments
    .map((segment) => ({
      ...segment,
      span: {
        start: segment.from_day > start ? segment.from_day : start,
        end: segment.to_day !== null && segment.to_day < end ? segment.to_day : end,
      },
    }))
    .filter(({ span }) => span.start < span.end)
    .toSorted((a, b) => (a.span.start < b.span.start ? -1 : 1));
}

function planDrafts({ span, ...plan }: Held, { channels }: Charges, covered: Span): Draft[] {
  const days = daysBetween(span.start, span.end);
  const isWhole = span.start === covered.start && span.end === covered.end;
  const held = {
    name: plan.plan_name,
    from_day: isWhole ? null : span.start,
    to_day: isWhole ? null : span.end,
  };
  const own: Draft = { line: { ...held, kind: "plan", quantity: 1, unit_price: plan.price }, days };
  if (channels.length === 0 || plan.channel_price === 0) return [own];
  const line = {
    ...held,
    kind: "channels",
    quantity: channels.length,
    unit_price: plan.channel_price,
  } as const;
  return [own, { line, days }];
}

function projectDrafts({ projects, interval }: Charges, { start, end }: Span): Draft[] {
  return projects.map(({ name, price }) => ({
    line: {
      kind: "project",
      name,
      from_day: null,
      to_day: null,
      quantity: 1,
      unit_price: price * monthsOf(interval),
    },
    days: daysBetween(start, end),
  }));
}
