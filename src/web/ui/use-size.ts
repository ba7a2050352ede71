import { type RefCallback, useCallback, useState } from "react";

/** Size without layout, as in a test. */
const unmeasured = { width: 640, height: 480 };

/** The size of an element in pixels, as it changes. */
export function useSize(): [RefCallback<HTMLElement>, { readonly width: number; readonly height: number }] {
  const [size, setSize] = useState(unmeasured);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      const width = element.clientWidth || unmeasured.width;
      const height = element.clientHeight || unmeasured.height;
      setSize((last) => (last.width === width && last.height === height ? last : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, size];
}
