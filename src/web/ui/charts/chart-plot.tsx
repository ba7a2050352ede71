import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from "react";
import { useLocale } from "react-aria-components/I18nProvider";
import { comma } from "#web/lib/comma.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "../classes.ts";
import { useSize } from "../use-size.ts";
import type { ChartPoint, ChartProps, ChartSeries } from "./chart-data.ts";
import { labelStep, nearest, type Scale, spaced } from "./scale.ts";

/** Geometry of the drawing, in pixels from its upper left corner, in either reading direction. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  /** The centre of each point. */
  readonly xs: readonly number[];
  /** Width of one point's column in pixels. */
  readonly step: number;
  readonly y: (value: number) => number;
  /** Index of the active point; -1 for none. */
  readonly at: number;
  readonly isRtl: boolean;
}

interface PlotProps extends Pick<ChartProps, "title" | "points" | "series" | "format" | "formatTick"> {
  scale: Scale;
  height: number;
  mark: (series: ChartSeries) => ReactNode;
  /** The content of the drawing, within an svg. */
  children: (plane: Plane) => ReactNode;
}

/** Approximate width of a character of the axis labels, in pixels. */
const letter = 6.5;

/**
 * The drawing with its axes. A pointer or the arrow keys move from point to point, and a small card shows the values of
 * the active one; to a screen reader it is a slider whose value is that point as text.
 */
export function ChartPlot({
  title,
  points,
  series,
  format,
  formatTick = format,
  scale,
  height,
  mark,
  children,
}: PlotProps) {
  const t = useText();
  const isRtl = useLocale().direction === "rtl";
  const hint = useId();
  const [measure, { width }] = useSize();
  const [at, setAt] = useState(-1);
  const ticks = scale.ticks.map((tick) => ({ tick, text: formatTick(tick) }));
  const gutter = Math.ceil(Math.max(...ticks.map(({ text }) => text.length)) * letter) + 10;
  const step = width / Math.max(1, points.length);
  const xs = placesOf(points, width).map((x) => (isRtl ? width - x : x));
  const y = (value: number) => height - (Math.min(value, scale.top) / scale.top) * height;
  const active = points[at];

  function byPointer(event: PointerEvent<HTMLElement>): void {
    const { left } = event.currentTarget.getBoundingClientRect();
    setAt(nearest(xs, event.clientX - left));
  }

  function byKey(event: KeyboardEvent): void {
    const to = pointByKey(event.key, { at, last: points.length - 1, isRtl });
    if (to === undefined || (event.key === "Escape" && at === -1)) return;
    event.preventDefault();
    setAt(to);
  }

  return (
    <div className="grid" style={{ gridTemplateColumns: `${gutter}px minmax(0, 1fr)` }}>
      <ValueAxis ticks={ticks} height={height} y={y} />
      <div
        ref={measure}
        // An input draws itself; this one is drawn here.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={hint}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={Math.max(0, at) + 1}
        aria-valuetext={
          active === undefined
            ? t("common.chart.none_chosen")
            : `${active.name}. ${figuresOf(active, series, format, t).join(comma())}`
        }
        onPointerMove={byPointer}
        onPointerDown={byPointer}
        onPointerLeave={() => setAt(-1)}
        onBlur={() => setAt(-1)}
        onKeyDown={byKey}
        className="relative touch-pan-y rounded-sm"
        style={{ height }}
      >
        <svg
          aria-hidden="true"
          width={width}
          height={height}
          className="absolute inset-0 anim-fade-in overflow-visible"
        >
          {scale.ticks.map((tick) => (
            <line
              key={tick}
              x1={0}
              x2={width}
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? "stroke-line-strong" : "stroke-line"}
            />
          ))}
          {children({ width, height, xs, step, y, at, isRtl })}
        </svg>
        {active !== undefined && (
          <Figures point={active} x={xs[at] ?? 0} {...{ width, series, format, mark }} />
        )}
      </div>
      <span id={hint} className="sr-only">
        {t("common.chart.keys")}
      </span>
      <PointLabels {...{ points, xs, width, at }} />
    </div>
  );
}

const figuresOf = (
  point: ChartPoint,
  series: readonly ChartSeries[],
  format: (value: number) => string,
  t: ReturnType<typeof useText>,
) =>
  series.map(({ label }, index) => {
    const value = point.values[index] ?? null;
    return `${label}: ${value === null ? t("common.chart.no_figure") : format(value)}`;
  });

/** The point that a key moves to; -1 for none, undefined for any other key. */
function pointByKey(
  key: string,
  { at, last, isRtl }: { readonly at: number; readonly last: number; readonly isRtl: boolean },
): number | undefined {
  const onwards = isRtl ? "ArrowLeft" : "ArrowRight";
  const back = isRtl ? "ArrowRight" : "ArrowLeft";
  const next: Record<string, number> = {
    [onwards]: Math.min(last, at + 1),
    [back]: at === -1 ? last : Math.max(0, at - 1),
    Home: 0,
    End: last,
    Escape: -1,
  };
  return next[key];
}

interface ValueAxisProps {
  ticks: readonly { readonly tick: number; readonly text: string }[];
  height: number;
  y: (value: number) => number;
}

function ValueAxis({ ticks, height, y }: ValueAxisProps) {
  return (
    <div aria-hidden className="relative" style={{ height }}>
      {ticks.map(({ tick, text }) => (
        <span
          key={tick}
          className="absolute end-2 -translate-y-1/2 text-xs whitespace-nowrap text-ink-muted tabular-nums"
          style={{ top: y(tick) }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

interface PointLabelsProps {
  points: readonly ChartPoint[];
  xs: readonly number[];
  width: number;
  /** Index of the active point. */
  at: number;
}

/** The labels of the points, as many as fit. */
function PointLabels({ points, xs, width, at }: PointLabelsProps) {
  const widest = Math.max(...points.map(({ label }) => label.length)) * letter + 12;
  const every = labelStep(points.length, width, widest);
  const isUneven = points.some((point) => point.at !== undefined);
  const apart = spaced(xs, widest);
  const isLabelled = (index: number) => (isUneven ? apart.has(index) : index % every === 0);
  return (
    <div aria-hidden className="relative col-start-2 h-6">
      {points.map(({ id, label }, index) => (
        <span
          key={id}
          className={cx(
            "absolute top-1.5 -translate-x-1/2 text-xs whitespace-nowrap",
            index === at ? "text-ink" : "text-ink-muted",
            !isLabelled(index) && "hidden",
          )}
          style={{ left: heldTo(width, xs[index] ?? 0, (label.length * letter) / 2) }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

/** The middle of a label that stays within the line, or as near to that as a narrow one allows. */
const heldTo = (width: number, x: number, half: number) => Math.max(half, Math.min(x, width - half));

/** Positions of the points, evenly spaced or by their `at`; from the start of the line in reading direction. */
function placesOf(points: readonly ChartPoint[], width: number): number[] {
  const step = width / Math.max(1, points.length);
  const ats = points.map(({ at }) => at);
  const [first, last] = [ats.at(0), ats.at(-1)];
  if (first === undefined || last === undefined || last === first)
    return points.map((_, index) => (index + 0.5) * step);
  const edge = Math.min(12, step / 2);
  return ats.map((at = first) => edge + ((at - first) / (last - first)) * (width - 2 * edge));
}

/** The card beside the point, on whichever side has room. Screen readers get the same text from the drawing. */
function Figures({
  point,
  x,
  width,
  series,
  format,
  mark,
}: Pick<PlotProps, "series" | "format" | "mark"> & { point: ChartPoint; x: number; width: number }) {
  const t = useText();
  const side = x < width / 2 ? { left: x + 12 } : { right: width - x + 12 };
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 z-10 w-max max-w-56 rounded-md bg-raised px-3 py-2 text-xs shadow-float"
      style={side}
    >
      <p className="mb-1 font-strong">{point.name}</p>
      {series.map((one, index) => {
        const value = point.values[index] ?? null;
        return (
          <p key={one.id} className="flex items-center gap-2 whitespace-nowrap">
            {series.length > 1 && mark(one)}
            <span className="text-ink-muted">{one.label}</span>
            <span className="ms-auto ps-3 font-strong tabular-nums">
              {value === null ? t("common.chart.no_figure") : format(value)}
            </span>
          </p>
        );
      })}
    </div>
  );
}
