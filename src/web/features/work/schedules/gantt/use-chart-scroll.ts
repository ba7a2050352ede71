import { useEffect, useLayoutEffect, useRef } from "react";
import type { Layout } from "./layout.ts";
import type { TreeTask } from "./task-tree.ts";
import { narrowest, type TimeScale, widest } from "./time-scale.ts";
import type { Zoom } from "./use-chart-layout.ts";
import type { Window } from "./use-window.ts";
import { useZoomGestures } from "./use-zoom-gestures.ts";
import { wallTime } from "./wall-time.ts";

interface ChartScrollOptions {
  readonly rows: readonly TreeTask[];
  /** Places of tasks among the rows, by their numbers in the file. */
  readonly places: ReadonlyMap<number, number>;
  readonly opened: number | null;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: number) => void;
  /** Raised to bring today into sight. */
  readonly todayAsked: number;
  readonly today: number;
  readonly scroller: HTMLElement | null;
  readonly window: Window;
  readonly layout: Layout;
}

/** Where the chart is scrolled to: by gestures, with another scale, to today, and to the task that was opened. */
export function useChartScroll(options: ChartScrollOptions) {
  const { rows, places, opened, zoom, onZoom, todayAsked, today, scroller, layout } = options;
  const { viewWidth, viewHeight } = options.window;
  const { isRtl, rowHeight, headHeight, tableWidth, scale } = layout;

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
    onZoom(Math.min(widest, Math.max(narrowest, scale.pxPerDay * factor)));
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

  return { intoSight };
}
