import { useEffect, useRef } from "react";

/** Scales by `factor` around a point: pixels from the scroller's start edge. */
type ZoomBy = (factor: number, around: number) => void;

const spread = ([a, b]: TouchList | readonly Touch[]) =>
  a === undefined || b === undefined ? 0 : Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

/** Pinch on a touch screen or a touchpad, or the wheel with the control key. */
export function useZoomGestures(scroller: HTMLElement | null, isRtl: boolean, zoomBy: ZoomBy): void {
  const latest = useRef(zoomBy);
  useEffect(() => {
    latest.current = zoomBy;
  });
  useEffect(() => {
    if (scroller === null) return;
    const place = (x: number) => {
      const { left, right } = scroller.getBoundingClientRect();
      return isRtl ? right - x : x - left;
    };
    let apart = 0;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      latest.current(Math.exp(-event.deltaY / 300), place(event.clientX));
    };
    const begin = ({ touches }: TouchEvent) => {
      apart = spread(touches);
    };
    const move = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (one === undefined || other === undefined || apart === 0) return;
      event.preventDefault();
      const now = spread(event.touches);
      if (Math.abs(now / apart - 1) < 0.03) return;
      latest.current(now / apart, place((one.clientX + other.clientX) / 2));
      apart = now;
    };
    scroller.addEventListener("wheel", wheel, { passive: false });
    scroller.addEventListener("touchstart", begin, { passive: true });
    scroller.addEventListener("touchmove", move, { passive: false });
    return () => {
      scroller.removeEventListener("wheel", wheel);
      scroller.removeEventListener("touchstart", begin);
      scroller.removeEventListener("touchmove", move);
    };
  }, [scroller, isRtl]);
}
