import type { Tone } from "../tone.ts";

/** One place of a chart along its line: a month, a day, a project. */
export interface ChartPoint {
  readonly id: string;
  /** Under the line, short: 'Mar'. */
  readonly label: string;
  /** In full, for the tooltip and the table: 'March 2026'. */
  readonly name: string;
  /** One figure for each series, in their order; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Where it lies on a line whose places are not evenly spaced, milliseconds for example. All have it, or none. */
  readonly at?: number;
}

export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  readonly tone: Tone;
  /** Drawn as an outline or a broken line, so that two are told apart without their colours: what was planned. */
  readonly isOutlined?: boolean;
}

export interface ChartProps {
  /** What is shown; the caption of the chart and of its table. */
  title: string;
  /** The head of the table's first column: 'Month'. */
  pointsLabel: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** A figure in words of the language: `12`, `3.4 GB`, `USD 12.50`. */
  format: (value: number) => string;
  /** The same shorter, for the axis; `format` where there is none. */
  formatTick?: (value: number) => string;
  /** Counted things have no halves on the axis. */
  isWhole?: boolean;
  /** 1024 where the figures are bytes. */
  unit?: 1024;
  /** Where the axis ends, such as 100 for a percentage; otherwise a round figure above the highest. */
  top?: number;
  /** Said in place of a drawing without any figure. */
  empty?: string;
  /** Pixels of the drawing without its labels. */
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
