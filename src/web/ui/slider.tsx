import {
  type SliderProps as AriaProps,
  Slider as AriaSlider,
  SliderThumb,
  SliderTrack,
} from "react-aria-components/Slider";
import { cx } from "./classes.ts";

export interface SliderProps
  extends Omit<AriaProps<number>, "children" | "className" | "style" | "aria-label"> {
  /** Accessible name. */
  label: string;
  className?: string;
}

/** A value between two ends, where the exact number does not matter. */
export function Slider({ label, className, ...props }: SliderProps) {
  return (
    <AriaSlider {...props} aria-label={label} className={cx("flex h-9 items-center touch:h-11", className)}>
      <SliderTrack className="relative h-full w-full before:absolute before:inset-x-0 before:top-1/2 before:h-1 before:-translate-y-1/2 before:rounded-full before:bg-press">
        <SliderThumb className="hit-area top-1/2 size-5 rounded-full border border-line-strong bg-surface shadow-[0_1px_3px_oklch(0_0_0/0.3)] transition-colors hover:border-accent-text dragging:border-accent-text dark:bg-ink" />
      </SliderTrack>
    </AriaSlider>
  );
}
