/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that are drawn as they come into sight lie freely, which the elements of a table cannot */
import { type MouseEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocale } from "react-aria-components/I18nProvider";
import type { Schedule } from "#contract/schedules.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { Arrows } from "./arrows.tsx";
import { Backdrop } from "./backdrop.tsx";
import { GanttHead } from "./gantt-head.tsx";
import { GanttRow } from "./gantt-row.tsx";
import { type Move, moveFor } from "./keys.ts";
import { columnsFor, type Layout, sizesOf } from "./layout.ts";
import { Splitter } from "./splitter.tsx";
import type { TreeTask } from "./task-tree.ts";
import { extentOf, narrowest, type TimeScale, timeScale, weekStartOf, widest, zooms } from "./time-scale.ts";
import { useWindow } from "./use-window.ts";
import { useZoomGestures } from "./use-zoom-gestures.ts";
import { dayLength, wallTime } from "./wall-time.ts";
import { useChartWords } from "./words.ts";
import "./gantt.css";

/** Pixels for a day, or everything at once. */
export type Zoom = number | "fit";

interface GanttProps {
  schedule: Schedule;
  rows: readonly TreeTask[];
  closed: ReadonlySet<number>;
  onToggle: (uid: number) => void;
  /** The task whose panel is open, by its number in the file. */
  opened: number | null;
  onOpen: (uid: number) => void;
  zoom: Zoom;
  onZoom: (zoom: number) => void;
  /** Raised to bring today into sight. */
  todayAsked: number;
}

const standardTable = (view: number) => Math.round(Math.min(520, Math.max(250, view * 0.4)));

/** The schedule: tasks by their outline, and beside each its bar on the line of time. */
export function Gantt(props: GanttProps) {
  const { schedule, rows, closed, onToggle, opened, onOpen, zoom, onZoom, todayAsked } = props;
  const words = useChartWords();
  const id = useId();
  const isPhone = useIsMobile();
  const isRtl = useLocale().direction === "rtl";
  const [active, setActive] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const { attach, scroller, window } = useWindow();
  const { viewWidth, viewHeight } = window;
  const sizes = sizesOf(isPhone);
  const { rowHeight, headHeight } = sizes;
  const tableWidth = isPhone ? 0 : Math.min(asked ?? standardTable(viewWidth), viewWidth - 120);

  const extent = useMemo(() => extentOf(schedule), [schedule]);
  const days = (extent.to - extent.from) / dayLength;
  // A hair less than fits, so that no rounding brings a scroll bar.
  const fit = Math.min(zooms.day, Math.max(narrowest, (viewWidth - tableWidth - 4) / days));
  const pxPerDay = zoom === "fit" ? fit : zoom;
  const scale = useMemo(() => timeScale(extent.from, extent.to, pxPerDay), [extent, pxPerDay]);
  const layout = useMemo<Layout>(
    () => ({ ...sizesOf(isPhone), isPhone, isRtl, tableWidth, viewWidth, scale }),
    [isPhone, isRtl, tableWidth, viewWidth, scale],
  );
  const places = useMemo(() => new Map(rows.map(({ task }, at) => [task.uid, at])), [rows]);
  const weekStart = weekStartOf(schedule.working_days);
  const today = wallTime(schedule.on_date) + dayLength / 2;

  const first = Math.max(0, Math.floor(window.top / rowHeight));
  const last = Math.min(rows.length - 1, Math.ceil(window.bottom / rowHeight));
  const height = Math.max(rows.length * rowHeight, 1);
  const rowId = (uid: number) => `${id}task${uid}`;
  const activeAt = active === null ? undefined : places.get(active);
  const isActiveDrawn = activeAt !== undefined && activeAt >= first && activeAt <= last;

  /** What must stay where it is when the scale changes: a moment, and pixels from where lines begin. */
  const hold = useRef<{ time: number; at: number } | null>(null);
  const drawnScale = useRef<TimeScale | null>(null);
  const scrolled = () => Math.abs(scroller?.scrollLeft ?? 0);
  const scrollTo = (x: number, behavior: ScrollBehavior = "instant"): void => {
    // Newer browsers answer with a promise: an effect that gave it on would be taken to have something to clear up.
    scroller?.scrollTo?.({ left: (isRtl ? -1 : 1) * Math.max(0, x), behavior });
  };

  useZoomGestures(scroller, isRtl, (factor, around) => {
    hold.current = { time: scale.timeAt(scrolled() + around - tableWidth), at: around };
    onZoom(Math.min(widest, Math.max(narrowest, pxPerDay * factor)));
  });

  useLayoutEffect(() => {
    const before = drawnScale.current;
    drawnScale.current = scale;
    if (scroller === null || before === scale) return;
    const chart = viewWidth - tableWidth;
    // All of it is in sight from its beginning on, also once the room it has is measured.
    if (zoom === "fit") {
      scrollTo(0);
      return;
    }
    if (before === null) {
      scrollTo(scale.x(today) - chart * 0.3);
      return;
    }
    if (before.pxPerDay === scale.pxPerDay) return;
    const todayAt = before.x(today) - scrolled();
    // What somebody wants to see closer is now, as long as it can be seen; otherwise what stands in the middle.
    const still =
      todayAt >= 0 && todayAt <= chart
        ? { time: today, at: tableWidth + Math.min(todayAt, chart * 0.5) }
        : { time: before.timeAt(scrolled() + chart / 2), at: tableWidth + chart / 2 };
    const { time, at } = hold.current ?? still;
    hold.current = null;
    scrollTo(scale.x(time) - (at - tableWidth));
  });

  useEffect(() => {
    if (todayAsked > 0) scrollTo(scale.x(today) - (viewWidth - tableWidth) / 2, "smooth");
    // Only when it is asked for: not whenever the scale is another one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [todayAsked]);

  // Its bar is brought into sight with it.
  useEffect(() => {
    const at = opened === null ? undefined : places.get(opened);
    const task = at === undefined ? undefined : rows[at]?.task;
    if (at === undefined || task === undefined) return;
    intoSight(at);
    const start = task.start ?? task.finish;
    if (start === null) return;
    const x = scale.x(wallTime(start));
    const [from, to] = [scrolled(), scrolled() + viewWidth - tableWidth];
    if (x < from || x > to - 40) scrollTo(x - 60, "smooth");
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened, scroller]);

  function intoSight(at: number): void {
    if (scroller === null) return;
    const top = at * rowHeight;
    const room = viewHeight - headHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room;
  }

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
          const to = moveFor(event, { rows, at: activeAt ?? 0, closed, isRtl, page: pageOf() });
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

  function pageOf(): number {
    return Math.max(1, Math.floor((viewHeight - headHeight) / rowHeight) - 1);
  }
}
