import { amountFigure, type Figure, ratioFigure, table } from "../lib/report.ts";
import { median } from "../lib/stats.ts";

/** Loads of one page, in turns. */
export interface Loads<Load> {
  readonly before: Load[];
  readonly after: Load[];
}

/** Loads of one page in both versions, or the reason why one of them lacks it. */
export type Measured<Load> = { readonly loads: Loads<Load> } | { readonly problem: string };

/** A figure of a load, and how it is printed. */
export interface Column<Load> {
  readonly name: string;
  readonly of: (load: Load) => number | undefined;
  /** Divisor and unit. */
  readonly unit: keyof typeof units;
}

const units = {
  ms: { divisor: 1, digits: 0 },
  KB: { divisor: 1000, digits: 1 },
  "%": { divisor: 1, digits: 1 },
} as const;

/** Median of the loads; undefined when most of them did not reach it. */
export function medianOf<Load>(loads: readonly Load[], of: Column<Load>["of"]): number | undefined {
  const values = loads.map(of).filter((value) => value !== undefined);
  return values.length * 2 > loads.length ? median(values) : undefined;
}

/** One row per column: before, after and their ratio. */
export function comparison<Load>({ before, after }: Loads<Load>, columns: readonly Column<Load>[]): string {
  return table(
    ["figure", "before", "after", "ratio"],
    columns.map(({ name, of, unit }) => {
      const { divisor, digits } = units[unit];
      const [was, is] = [medianOf(before, of), medianOf(after, of)];
      const cell = (value: number | undefined) =>
        value === undefined ? "never" : (value / divisor).toFixed(digits);
      return [`${name}, ${unit}`, cell(was), cell(is), ratioCell(was, is)];
    }),
  );
}

function ratioCell(before: number | undefined, after: number | undefined): string {
  return before === undefined || after === undefined || before === 0 ? "–" : (after / before).toFixed(2);
}

/** Met when the median after is at most `most` of the one before. */
export function noWorse<Load>(what: string, { before, after }: Loads<Load>, of: Column<Load>["of"]): Figure {
  const ratio = (medianOf(after, of) ?? Number.NaN) / (medianOf(before, of) ?? Number.NaN);
  return ratioFigure(`${what}, compared with before`, ratio, 1.05);
}

/** Met when the median has grown by at most `most` kilobytes. */
export function growth<Load>(
  what: string,
  { before, after }: Loads<Load>,
  of: Column<Load>["of"],
  most: number,
): Figure {
  const more = (medianOf(after, of) ?? Number.NaN) - (medianOf(before, of) ?? Number.NaN);
  return amountFigure(`${what}, more than before`, more / 1000, most, "KB", 1);
}
