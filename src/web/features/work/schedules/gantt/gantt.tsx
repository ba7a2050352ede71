/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that are drawn as they come into sight lie freely, which the elements of a table cannot */
import { type MouseEvent, useId, useMemo, useState } from "react";
import type { Schedule } from "#contract/schedules.ts";
import { Arrows } from "./arrows.tsx";
import { Backdrop } from "./backdrop.tsx";
import { GanttHead } from "./gantt-head.tsx";
import { GanttRow } from "./gantt-row.tsx";
import { type Move, moveFor } from "./keys.ts";
import { columnsFor, type Layout } from "./layout.ts";
import { Splitter } from "./splitter.tsx";
import type { TreeTask } from "./task-tree.ts";
import { weekStartOf } from "./time-scale.ts";
import { useChartLayout, type Zoom } from "./use-chart-layout.ts";
import { useChartScroll } from "./use-chart-scroll.ts";
import { useWindow, type Window } from "./use-window.ts";
import { dayLength, wallTime } from "./wall-time.ts";
import { useChartWords } from "./words.ts";
import "./gantt.css";

interface GanttProps {
  schedule: Schedule;
  rows: readonly TreeTask[];
  closed: ReadonlySet<number>;
  onToggle: (uid: number) => void;
  /** The open task, by its number in the file. */
  opened: number | null;
  onOpen: (uid: number) => void;
  zoom: Zoom;
  onZoom: (zoom: number) => void;
  /** Increased to scroll to today. */
  todayAsked: number;
}

/** The schedule: tasks as a tree, and beside each its bar on the timeline. */
export function Gantt(props: GanttProps) {
  const { schedule, rows, closed, onToggle, opened, onOpen, zoom } = props;
  const words = useChartWords();
  const id = useId();
  const [active, setActive] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const { attach, scroller, window } = useWindow();
  const layout = useChartLayout({ schedule, zoom, asked, viewWidth: window.viewWidth });
  const { isPhone, isRtl, rowHeight, headHeight, tableWidth, viewWidth, scale } = layout;
  const places = useMemo(() => new Map(rows.map(({ task }, at) => [task.uid, at])), [rows]);
  const weekStart = weekStartOf(schedule.working_days);
  const today = wallTime(schedule.on_date) + dayLength / 2;

  const first = Math.max(0, Math.floor(window.top / rowHeight));
  const last = Math.min(rows.length - 1, Math.ceil(window.bottom / rowHeight));
  const height = Math.max(rows.length * rowHeight, 1);
  const rowId = (uid: number) => `${id}task${uid}`;
  const activeAt = active === null ? undefined : places.get(active);
  const isActiveDrawn = activeAt !== undefined && activeAt >= first && activeAt <= last;
  const { intoSight } = useChartScroll({ ...props, scroller, window, layout, places, today });

  function move(to: Move): void {
    if (to.kind === "go") {
      const uid = rows[to.at]?.task.uid;
      if (uid === undefined) return;
      setActive(uid);
      intoSight(to.at);
    } else if (to.kind === "toggle") onToggle(to.uid);
    else onOpen(to.uid);
  }

  function press({ target }: MouseEvent): void {
    if (!(target instanceof Element)) return;
    const uid = Number(target.closest<HTMLElement>("[data-uid]")?.dataset["uid"] ?? Number.NaN);
    if (Number.isNaN(uid)) return;
    setActive(uid);
    if (target.closest("[data-toggle]") !== null) onToggle(uid);
    else onOpen(uid);
  }

  const { hasWbs, hasDates } = columnsFor(tableWidth);
  return (
    <div className="relative overflow-hidden rounded-lg bg-surface ring-1 ring-line max-md:-mx-4 max-md:rounded-none">
      <div
        ref={attach}
        role="treegrid"
        aria-label={words.t("schedules.chart.label", { name: schedule.name })}
        aria-rowcount={rows.length + 1}
        aria-colcount={3 + Number(hasWbs) + 2 * Number(hasDates)}
        {...(isActiveDrawn && active !== null && { "aria-activedescendant": rowId(active) })}
        tabIndex={0}
        className="gantt max-h-[max(22rem,calc(100dvh-11rem))] overflow-auto -outline-offset-2"
        onClick={press}
        onFocus={() => active === null && rows[first] && setActive(rows[first].task.uid)}
        onKeyDown={(event) => {
          const to = moveFor(event, { rows, at: activeAt ?? 0, closed, isRtl, page: pageOf(window, layout) });
          if (to === null) return;
          event.preventDefault();
          move(to);
        }}
      >
        <div
          className="relative min-w-full overflow-x-clip"
          style={{ inlineSize: tableWidth + scale.width, blockSize: headHeight + height }}
        >
          <GanttHead {...{ layout, window, words, weekStart, today }} />
          <Backdrop
            schedule={schedule}
            layout={layout}
            window={window}
            weekStart={weekStart}
            today={today}
            height={headHeight + height}
          />
          <div role="rowgroup" className="absolute inset-x-0" style={{ insetBlockStart: headHeight }}>
            {rows.slice(first, last + 1).map((row, index) => (
              <GanttRow
                key={row.task.uid}
                row={row}
                at={first + index}
                id={rowId(row.task.uid)}
                layout={layout}
                words={words}
                onDate={schedule.on_date}
                isActive={row.task.uid === active}
                isOpen={row.task.uid === opened}
                isClosed={closed.has(row.task.uid)}
              />
            ))}
            <Arrows {...{ rows, places, layout, window, first, last, opened }} />
          </div>
        </div>
      </div>
      {!isPhone && (
        <Splitter width={tableWidth} most={viewWidth - 120} isRtl={isRtl} onChange={setAsked} words={words} />
      )}
    </div>
  );
}

const pageOf = ({ viewHeight }: Window, { headHeight, rowHeight }: Layout): number =>
  Math.max(1, Math.floor((viewHeight - headHeight) / rowHeight) - 1);
