import { cx } from "../classes.ts";

export interface PlainSliderProps {
  /** Its name, read out. */
  label: string;
  value: number;
  onChange: (value: number) => void;
  /** Where it was let go. */
  onChangeEnd?: (value: number) => void;
  minValue?: number;
  maxValue?: number;
  step?: number;
  /** The value in words, such as a time, for screen readers. */
  valueText?: string;
  isDisabled?: boolean;
  className?: string;
}

/** A value between two ends: the browser's own slider in the colour of the brand. */
export function PlainSlider({
  label,
  value,
  onChange,
  onChangeEnd,
  minValue = 0,
  maxValue = 100,
  step = 1,
  valueText,
  isDisabled = false,
  className,
}: PlainSliderProps) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={minValue}
      max={maxValue}
      step={step}
      value={value}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      onPointerUp={(event) => onChangeEnd?.(event.currentTarget.valueAsNumber)}
      onKeyUp={(event) => onChangeEnd?.(event.currentTarget.valueAsNumber)}
      className={cx("h-9 min-w-0 accent-accent touch:h-11", className)}
    />
  );
}
