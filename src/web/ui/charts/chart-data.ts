import type { Tone } from "../tone.ts";

/** One position along the axis of a chart: a month, a day, a project. */
export interface ChartPoint {
  readonly id: string;
  /** Short label under the axis: 'Mar'. */
  readonly label: string;
  /** Full name, for the tooltip and the table: 'March 2026'. */
  readonly name: string;
  /** One figure for each series, in their order; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Position on an axis with uneven spacing, for example in milliseconds. All points have it, or none. */
  readonly at?: number;
}

export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  readonly tone: Tone;
  /** Drawn as an outline or a dashed line, so that two series are distinguishable without colour: for planned values. */
  readonly isOutlined?: boolean;
}

export interface ChartProps {
  /** The subject; caption of the chart and of its table. */
  title: string;
  /** The header of the table's first column: 'Month'. */
  pointsLabel: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Formats a value in the language: `12`, `3.4 GB`, `USD 12.50`. */
  format: (value: number) => string;
  /** A shorter form for the axis; `format` by default. */
  formatTick?: (value: number) => string;
  /** No fractional ticks on the axis, for counts. */
  isWhole?: boolean;
  /** 1024 where the values are bytes. */
  unit?: 1024;
  /** Upper end of the axis, such as 100 for a percentage; by default a round number above the highest value. */
  top?: number;
  /** Shown in place of a drawing without any values. */
  empty?: string;
  /** Height of the drawing in pixels, without its labels. */
  height?: number;
  className?: string;
}

export const inkOf: Readonly<Record<Tone, string>> = {
  neutral: "text-ink-faint",
  accent: "text-accent",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  info: "text-info",
  note: "text-note",
};

export const hasFigures = (points: readonly ChartPoint[]): boolean =>
  points.some(({ values }) => values.some((value) => value !== null && value !== 0));
