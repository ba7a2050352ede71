import { useCallback, useState } from "react";

/** The rendered part of the chart, in pixels from its start in reading direction. */
export interface Window {
  readonly top: number;
  readonly bottom: number;
  readonly from: number;
  readonly to: number;
  readonly viewWidth: number;
  readonly viewHeight: number;
}

/** Size without layout, as in tests. */
const unmeasured = { width: 960, height: 640 };

/** Steps in which the rendered part follows: scrolling between two of them renders nothing. */
const step = { x: 320, y: 240 };
const beyond = { x: 480, y: 360 };

/** The visible part of a scrolled element, with a margin, so that nothing appears late. */
export function useWindow() {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [window, setWindow] = useState<Window>(() => windowOf(0, 0, unmeasured.width, unmeasured.height));
  const attach = useCallback((element: HTMLElement | null) => {
    setScroller(element);
    if (element === null) return;
    const look = () => {
      const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
      // In right-to-left pages scroll positions are negative.
      const next = windowOf(
        Math.abs(scrollLeft),
        scrollTop,
        clientWidth || unmeasured.width,
        clientHeight || unmeasured.height,
      );
      setWindow((before) => (isSame(before, next) ? before : next));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(look);
    observer?.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      observer?.disconnect();
      setScroller(null);
    };
  }, []);
  return { attach, scroller, window };
}

function windowOf(left: number, top: number, width: number, height: number): Window {
  const [x, y] = [Math.floor(left / step.x) * step.x, Math.floor(top / step.y) * step.y];
  return {
    top: Math.max(0, y - beyond.y),
    bottom: y + step.y + height + beyond.y,
    from: Math.max(0, x - beyond.x),
    to: x + step.x + width + beyond.x,
    viewWidth: width,
    viewHeight: height,
  };
}

const isSame = (a: Window, b: Window) =>
  a.top === b.top && a.from === b.from && a.viewWidth === b.viewWidth && a.viewHeight === b.viewHeight;
