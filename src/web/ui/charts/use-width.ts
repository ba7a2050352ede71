import { type RefCallback, useCallback, useState } from "react";

/** Width without layout, as in a test. */
const unmeasured = 640;

/** The width of an element in pixels, as it changes. */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(unmeasured);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null || typeof ResizeObserver === "undefined") return;
    const measure = () => setWidth(element.clientWidth || unmeasured);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, width];
}
