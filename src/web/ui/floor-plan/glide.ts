import type { Stage } from "./stage.ts";

/** Share of the speed that is left after a millisecond: a push of a pixel each glides on by 200. */
const REST = 0.995;
/** CSS pixels per millisecond below which the plan lies still. */
const STILL = 0.02;
/** Milliseconds after the last movement in which a hand that lets go still pushes. */
const FRESH = 60;

/** A push that ends in motion: the plan glides on and comes to rest, unless motion is to be reduced. */
export function createGlide(stage: Stage) {
  let [right, down, last, frame] = [0, 0, 0, 0];
  return {
    stop() {
      cancelAnimationFrame(frame);
      [right, down] = [0, 0];
    },
    /** Adds a movement of the hand at `time` in milliseconds. */
    push(dx: number, dy: number, time: number) {
      const passed = Math.max(1, time - last);
      right = 0.4 * right + (0.6 * dx) / passed;
      down = 0.4 * down + (0.6 * dy) / passed;
      last = time;
    },
    start(time: number) {
      if (time - last > FRESH || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      let before = performance.now();
      const step = (now: number) => {
        const passed = Math.max(0, now - before);
        before = now;
        stage.pan(right * passed, down * passed);
        right *= REST ** passed;
        down *= REST ** passed;
        if (Math.hypot(right, down) > STILL) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    },
  };
}
