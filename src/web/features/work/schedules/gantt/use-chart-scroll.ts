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
  /** Row index of each task, by its number in the file. */
  readonly places: ReadonlyMap<number, number>;
  readonly opened: number | null;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: number) => void;
  /** Increased to scroll to today. */
  readonly todayAsked: number;
  readonly today: number;
  readonly scroller: HTMLElement | null;
  readonly window: Window;
  readonly layout: Layout;
}

/** Scroll position of the chart: by gestures, on a change of scale, to today, and to the opened task. */
export function useChartScroll(options: ChartScrollOptions) {
  const { rows, places, opened, zoom, onZoom, todayAsked, today, scroller, layout } = options;
  const { viewWidth, viewHeight } = options.window;
  const { isRtl, rowHeight, headHeight, tableWidth, scale } = layout;

  /** Fixed point of a change of scale: a time, and pixels from the start edge. */
  const hold = useRef<{ time: number; at: number } | null>(null);
  const drawnScale = useRef<TimeScale | null>(null);
  const scrolled = () => Math.abs(scroller?.scrollLeft ?? 0);
  const scrollTo = (x: number, behavior: ScrollBehavior = "instant"): void => {
    // Newer browsers return a promise: returned from an effect, it would be treated as a cleanup function.
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
    // Everything is visible from its start, also once its size is measured.
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
    // Zooms around today while it is visible; otherwise around the middle.
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
    // Only on request: not on every change of the scale.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [todayAsked]);

  // Scrolls its bar into view as well.
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
