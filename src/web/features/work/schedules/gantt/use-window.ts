import { useCallback, useState } from "react";

/** The part of the chart that is drawn, in pixels from its beginning in reading direction. */
export interface Window {
  readonly top: number;
  readonly bottom: number;
  readonly from: number;
  readonly to: number;
  readonly viewWidth: number;
  readonly viewHeight: number;
}

/** Where nothing is laid out, as in a test. */
const unmeasured = { width: 960, height: 640 };

/** Steps in which the drawn part follows: between two of them scrolling draws nothing at all. */
const step = { x: 320, y: 240 };
const beyond = { x: 480, y: 360 };

/** What somebody sees of a scrolled element, with some air around, so that no pixel is ever late. */
export function useWindow() {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [window, setWindow] = useState<Window>(() => windowOf(0, 0, unmeasured.width, unmeasured.height));
  const attach = useCallback((element: HTMLElement | null) => {
    setScroller(element);
    if (element === null) return;
    const look = () => {
      const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
      // Where lines run from right to left, what was scrolled counts below zero.
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
