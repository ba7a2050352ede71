import { ChartColumn, Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "../classes.ts";
import { IconButton } from "../icon-button.tsx";
import { type ChartProps, type ChartSeries, hasFigures, inkOf } from "./chart-data.ts";

type FrameProps = Pick<
  ChartProps,
  "title" | "pointsLabel" | "points" | "series" | "format" | "empty" | "className"
> & {
  /** The legend mark of a series. */
  mark: (series: ChartSeries) => ReactNode;
  children: ReactNode;
};

/**
 * A chart with its title, legend, and its values as a table: always available to screen readers, and shown in place of
 * the drawing on request, to read or copy them.
 */
export function ChartFrame({
  title,
  pointsLabel,
  points,
  series,
  format,
  empty,
  className,
  mark,
  children,
}: FrameProps) {
  const t = useText();
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const isEmpty = !hasFigures(points);
  return (
    <figure aria-labelledby={id} className={cx("flex min-w-0 flex-col", className)}>
      <figcaption className="mb-3 flex min-h-9 items-start gap-3">
        <span className="flex min-w-0 flex-1 flex-col gap-1 py-1.5">
          <span id={id} className="font-strong">
            {title}
          </span>
          {series.length > 1 && (
            <span className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-muted">
              {series.map((one) => (
                <span key={one.id} className="inline-flex items-center gap-1.5">
                  {mark(one)}
                  {one.label}
                </span>
              ))}
            </span>
          )}
        </span>
        {!isEmpty && (
          <IconButton
            icon={isTable ? ChartColumn : Table2}
            label={`${t(isTable ? "common.chart.as_chart" : "common.chart.as_table")}: ${title}`}
            onPress={() => setIsTable(!isTable)}
          />
        )}
      </figcaption>
      {isEmpty ? (
        <p className="flex min-h-32 items-center justify-center rounded-md bg-sunken px-4 text-center text-ink-muted">
          {empty ?? t("common.chart.empty")}
        </p>
      ) : (
        !isTable && children
      )}
      <div className={isTable && !isEmpty ? "overflow-x-auto" : "sr-only"}>
        <FigureTable {...{ title, pointsLabel, points, series, format }} />
      </div>
    </figure>
  );
}

function FigureTable({
  title,
  pointsLabel,
  points,
  series,
  format,
}: Pick<FrameProps, "title" | "pointsLabel" | "points" | "series" | "format">) {
  const t = useText();
  const head = "border-b border-line px-3 py-2 text-xs font-strong text-ink-muted first:ps-0 last:pe-0";
  const cell = "border-b border-line px-3 py-1.5 first:ps-0 last:pe-0";
  return (
    <table className="w-full border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col" className={cx(head, "w-full text-start")}>
            {pointsLabel}
          </th>
          {series.map(({ id, label }) => (
            <th key={id} scope="col" className={cx(head, "text-right")}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ id, name, values }) => (
          <tr key={id}>
            <th scope="row" className={cx(cell, "text-start font-normal")}>
              {name}
            </th>
            {series.map((one, at) => (
              <td key={one.id} className={cx(cell, "text-right whitespace-nowrap tabular-nums")}>
                {say(values[at], format, t("common.chart.no_figure"))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const say = (value: number | null | undefined, format: (value: number) => string, none: string) =>
  value === null || value === undefined ? none : format(value);

/** A small sample of a series beside its name. */
export function SeriesMark({ tone, children }: { tone: ChartSeries["tone"]; children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 10" className={cx("h-2.5 w-4 shrink-0", inkOf[tone])}>
      {children}
    </svg>
  );
}
