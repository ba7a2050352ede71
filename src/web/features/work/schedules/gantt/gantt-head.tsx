/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that are drawn as they come into sight lie freely, which the elements of a table cannot */
import { cx } from "#web/ui/classes.ts";
import { columnsFor, type Layout } from "./layout.ts";
import { type Tick, ticksOf, type Unit, unitsFor } from "./time-scale.ts";
import type { Window } from "./use-window.ts";
import type { ChartWords } from "./words.ts";

interface HeadProps {
  layout: Layout;
  window: Window;
  words: ChartWords;
  weekStart: number;
  today: number;
}

/** The header: the columns' names, and the days, weeks, months or quarters above the bars. It stays while rows scroll. */
export function GanttHead({ layout, window, words, weekStart, today }: HeadProps) {
  const { t } = words;
  const { scale, tableWidth, headHeight, isPhone } = layout;
  const { hasWbs, hasDates } = columnsFor(tableWidth);
  const [coarse, fine] = unitsFor(scale.pxPerDay);
  const half = (headHeight - 1) / 2;
  const x = scale.x(today);
  const cell = "shrink-0 truncate px-2";
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-20 border-b border-line-strong bg-surface text-xs"
      style={{ blockSize: headHeight }}
    >
      <div role="row" aria-rowindex={1} className="flex h-full">
        <div
          className={cx(
            "sticky start-0 z-10 flex items-end bg-surface pb-2 text-ink-muted",
            isPhone ? "sr-only" : "border-e border-line-strong",
          )}
          style={{ inlineSize: tableWidth }}
        >
          {hasWbs && (
            <span role="columnheader" className={cx(cell, "w-18 ps-3")}>
              {t("schedules.chart.wbs")}
            </span>
          )}
          <span role="columnheader" className={cx("min-w-0 flex-1 truncate", !hasWbs && "ps-4")}>
            {t("schedules.chart.task")}
          </span>
          {hasDates && (
            <>
              <span role="columnheader" className={cx(cell, "w-25")}>
                {t("schedules.chart.start")}
              </span>
              <span role="columnheader" className={cx(cell, "w-25")}>
                {t("schedules.chart.finish")}
              </span>
            </>
          )}
          <span role="columnheader" className="w-17 shrink-0 truncate pe-3 text-end">
            {t("schedules.chart.percent")}
          </span>
        </div>
        <div
          role="columnheader"
          className={isPhone ? "absolute inset-y-0 start-0" : "relative"}
          style={{ inlineSize: scale.width }}
        >
          <span className="sr-only">{t("schedules.chart.time")}</span>
          {coarse !== fine && (
            <Line
              ticks={ticksOf(scale, coarse, window.from, window.to, weekStart)}
              unit={coarse}
              isCoarse
              words={words}
              height={half}
              sticky={tableWidth}
            />
          )}
          <Line
            ticks={ticksOf(scale, fine, window.from, window.to, weekStart)}
            unit={fine}
            isCoarse={false}
            words={words}
            height={half}
            top={half}
          />
          <span
            aria-hidden
            className="absolute z-10 -ms-1 size-2 rounded-full bg-accent ring-2 ring-surface"
            style={{ insetInlineStart: x, insetBlockEnd: -4 }}
          />
        </div>
      </div>
    </div>
  );
}

interface LineProps {
  ticks: readonly Tick[];
  unit: Unit;
  isCoarse: boolean;
  words: ChartWords;
  height: number;
  top?: number;
  /** Keeps the label visible while its unit is, beside columns of this width. */
  sticky?: number;
}

/** Minimum width of a label in pixels, by unit. */
const least: Record<Unit, number> = { day: 18, week: 40, month: 28, quarter: 22, year: 30 };

/**
 * Interval of labelled months where not all fit: Arabic has no short names for them. Independent of the scroll
 * position.
 */
function monthsApart(ticks: readonly Tick[], name: (time: number) => string): number {
  const width = Math.max(...ticks.map((tick) => tick.width), 1);
  const widestName = Math.max(...ticks.map(({ time }) => name(time).length * 6.5), 0);
  return [1, 2, 3, 6].find((months) => widestName <= width * months) ?? 12;
}

function Line({ ticks, unit, isCoarse, words, height, top = 0, sticky }: LineProps) {
  const name = (time: number) => words.tick(unit, time, isCoarse);
  const apart = unit === "month" && !isCoarse ? monthsApart(ticks, name) : 1;
  const isNamed = ({ time, width }: Tick) =>
    width >= least[unit] && (apart === 1 || new Date(time).getUTCMonth() % apart === 0);
  return (
    <div aria-hidden className="absolute inset-x-0 flex" style={{ insetBlockStart: top, blockSize: height }}>
      {ticks.map((tick) => (
        <span
          key={tick.time}
          className={cx(
            "absolute inset-y-0 flex items-center border-e border-line whitespace-nowrap",
            apart === 1 && "overflow-clip",
            isCoarse ? "text-ink" : "justify-center text-ink-muted",
            unit === "week" && "justify-start ps-1.5",
          )}
          style={{ insetInlineStart: tick.x, inlineSize: tick.width }}
        >
          {isNamed(tick) && (
            <span
              className={cx("tabular-nums", isCoarse && "sticky px-2 font-strong")}
              style={sticky === undefined ? {} : { insetInlineStart: sticky }}
            >
              {name(tick.time)}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}
