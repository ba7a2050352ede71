import type { BillingInterval } from "#contract/choices.ts";

/**
 * Days, cycles and proration: integers only, no clock and no time zone. A day is `2026-03-31`, a span is [start, end),
 * money is minor units.
 */
export type Day = string;

export interface Span {
  readonly start: Day;
  readonly end: Day;
}

const DAY = 86_400_000;

/** The calendar day of an instant, UTC. */
export const dayOf = (instant: Date): Day => instant.toISOString().slice(0, 10);

const instantOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: Day, count: number): Day => dayOf(new Date(instantOf(day) + count * DAY));

/** Days of the span [from, to); negative where `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => (instantOf(to) - instantOf(from)) / DAY;

/** The same day of another month, or that month's last where it is shorter: 31 January + 1 is 28 or 29 February. */
export function addMonths(day: Day, count: number): Day {
  const date = new Date(instantOf(day));
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + count;
  const [year, index] = [Math.floor(month / 12), ((month % 12) + 12) % 12];
  const last = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, index, Math.min(date.getUTCDate(), last))));
}

/** Months of an interval. */
export const monthsOf = (interval: BillingInterval): number => (interval === "year" ? 12 : 1);

/**
 * Cycle `n` (from 0) of a subscription that began on `anchor`. Each is counted from the anchor, not from the one
 * before: a subscription of the 31st is back on the 31st after February.
 */
export function cycleOf(anchor: Day, interval: BillingInterval, n: number): Span {
  const months = monthsOf(interval);
  return { start: addMonths(anchor, n * months), end: addMonths(anchor, (n + 1) * months) };
}

/** Number of the cycle that contains a day on or after the anchor. */
export function cycleAt(anchor: Day, interval: BillingInterval, day: Day): number {
  const [years, months] = [0, 5].map((at) => Number(day.slice(at, at + (at === 0 ? 4 : 2)))) as [
    number,
    number,
  ];
  const since = (years - Number(anchor.slice(0, 4))) * 12 + months - Number(anchor.slice(5, 7));
  const guess = Math.floor(since / monthsOf(interval));
  return cycleOf(anchor, interval, guess).start <= day ? guess : guess - 1;
}

/** `numerator / denominator` as an integer, half away from zero. The only rounding in use. */
export function roundHalf(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n !== denominator < 0n ? -1n : 1n;
  const [over, under] = [
    numerator < 0n ? -numerator : numerator,
    denominator < 0n ? -denominator : denominator,
  ];
  return sign * ((2n * over + under) / (2n * under));
}

export interface Part {
  /** Minor units for the whole cycle, zero or more. */
  readonly price: number;
  /** Days of the cycle that it counts for. */
  readonly days: number;
}

/**
 * Prorated price of each part of a cycle. Together they are the exact sum rounded once; the units left over by rounding
 * down go to the parts that lost most by it, to earlier ones on a tie.
 */
export function prorate(parts: readonly Part[], daysOfCycle: number): number[] {
  const whole = BigInt(daysOfCycle);
  const exact = parts.map((part) => BigInt(part.price) * BigInt(part.days));
  const amounts = exact.map((value) => value / whole);
  const total = roundHalf(sum(exact), whole);
  const byLoss = exact
    .map((value, index) => ({ index, lost: value % whole }))
    .toSorted((a, b) => (a.lost === b.lost ? a.index - b.index : a.lost > b.lost ? -1 : 1));
  for (const { index } of byLoss.slice(0, Number(total - sum(amounts))))
    amounts[index] = (amounts[index] ?? 0n) + 1n;
  return amounts.map(Number);
}

/** Tax on an amount; `rate` in hundredths of a percent: 500 is five percent. */
export const taxOn = (amount: number, rate: number): number =>
  Number(roundHalf(BigInt(amount) * BigInt(rate), 10_000n));

const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);
