/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that are drawn as they come into sight lie freely, which the elements of a table cannot */
import { ChevronDown, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Bars } from "./bars.tsx";
import { latenessOf } from "./lateness.ts";
import { columnsFor, type Layout } from "./layout.ts";
import type { TreeTask } from "./task-tree.ts";
import { barText, type ChartWords } from "./words.ts";

export interface RowProps {
  row: TreeTask;
  /** Row index, from 0. */
  at: number;
  id: string;
  layout: Layout;
  words: ChartWords;
  onDate: string;
  isActive: boolean;
  isOpen: boolean;
  isClosed: boolean;
}

/** One task: its table row and its bar. The chart handles its events. */
export const GanttRow = memo(function GanttRow(props: RowProps) {
  const { row, at, id, layout, isActive, isOpen, isClosed, words, onDate } = props;
  const { task, depth, hasChildren } = row;
  const lateness = latenessOf(task, onDate);
  const { rowHeight, isPhone, tableWidth, viewWidth } = layout;
  const { hasWbs, hasDates } = columnsFor(tableWidth);
  const cell = "min-w-0 shrink-0 truncate px-2 text-xs text-ink-muted tabular-nums";
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the chart has the focus and says which row it is on
    <div
      role="row"
      id={id}
      aria-rowindex={at + 2}
      aria-level={depth}
      aria-selected={isOpen}
      {...(hasChildren && { "aria-expanded": !isClosed })}
      {...(isActive && { "data-active": "" })}
      data-uid={task.uid}
      className="gantt-row absolute inset-x-0 flex"
      style={{ insetBlockStart: at * rowHeight, blockSize: rowHeight }}
    >
      <div
        className={cx(
          "sticky start-0 z-10 flex items-center",
          isPhone ? "gantt-names pointer-events-none h-7.5 self-start" : "gantt-table",
        )}
        style={{ inlineSize: isPhone ? viewWidth : tableWidth }}
      >
        {hasWbs && (
          <span role="gridcell" className={cx(cell, "w-18 ps-3")} dir="ltr">
            <span className="block truncate rtl:text-right">{task.wbs}</span>
          </span>
        )}
        <span
          role="gridcell"
          className="flex min-w-0 flex-1 items-center gap-1 pe-2"
          style={{ paddingInlineStart: (hasWbs ? 0 : 8) + (depth - 1) * (isPhone ? 10 : 14) }}
        >
          {hasChildren ? (
            <span
              data-toggle
              aria-hidden
              className="hit-area pointer-events-auto flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-muted hover:bg-press hover:text-ink"
            >
              <Icon
                of={ChevronDown}
                size="sm"
                className={cx("transition-transform", isClosed && "-rotate-90 rtl:rotate-90")}
              />
            </span>
          ) : (
            <span className="w-6 shrink-0" />
          )}
          <span
            className={cx(
              "own-direction min-w-0 truncate",
              hasChildren && "font-strong",
              isPhone && "rounded-sm bg-surface/85 px-1",
              task.is_kept && "text-ink-muted line-through",
            )}
          >
            {task.name === "" ? words.t("schedules.chart.nameless") : task.name}
          </span>
        </span>
        {hasDates && (
          <>
            <span role="gridcell" className={cx(cell, "w-25")}>
              {words.day(task.start)}
            </span>
            <span role="gridcell" className={cx(cell, "w-25")}>
              {words.day(task.finish)}
            </span>
          </>
        )}
        <span
          role="gridcell"
          className={cx(
            "flex w-17 shrink-0 items-center justify-end gap-1 pe-3 text-xs tabular-nums",
            lateness === null ? "text-ink-muted" : "font-strong text-warn-text",
            isPhone && "me-1 w-auto rounded-sm bg-surface/85 ps-1 pe-1",
          )}
        >
          {lateness !== null && <Icon of={TriangleAlert} size="sm" className="size-3.5" />}
          {words.percent(task.percent)}
        </span>
      </div>
      <div
        role="gridcell"
        aria-label={barText(task, lateness, words)}
        className={isPhone ? "absolute inset-y-0 start-0" : "relative"}
        style={{ inlineSize: layout.scale.width }}
      >
        <Bars row={row} lateness={lateness} layout={layout} words={words} />
      </div>
    </div>
  );
});
