import { cx } from "../classes.ts";

export interface PlainSliderProps {
  /** Accessible name. */
  label: string;
  value: number;
  onChange: (value: number) => void;
  /** Called when the thumb is released. */
  onChangeEnd?: (value: number) => void;
  minValue?: number;
  maxValue?: number;
  step?: number;
  /** The value as text, such as a time, for screen readers. */
  valueText?: string;
  isDisabled?: boolean;
  className?: string;
}

/** A value between two ends: the native slider in the brand colour. */
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
