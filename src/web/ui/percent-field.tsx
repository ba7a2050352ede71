import { NumberField } from "./number-field.tsx";
import { Slider } from "./slider.tsx";

export interface PercentFieldProps {
  readonly label: string;
  /** What the figure is called where both are read out one after the other; the label when left out. */
  readonly figureLabel?: string;
  /** 0 to 100. */
  readonly value: number;
  readonly onChange: (percent: number) => void;
  readonly error?: string;
}

/** How far something is: a slider for the thumb, and a figure for the hand. */
export function PercentField({ label, figureLabel = label, value, onChange, error }: PercentFieldProps) {
  return (
    <div className="flex items-end gap-4">
      <Slider
        label={label}
        value={value}
        minValue={0}
        maxValue={100}
        step={5}
        onChange={onChange}
        className="min-w-0 flex-1"
      />
      <NumberField
        label={figureLabel}
        value={value}
        minValue={0}
        maxValue={100}
        onChange={(percent) => onChange(Number.isNaN(percent) ? 0 : percent)}
        className="w-32 [&_label]:sr-only"
        {...(error !== undefined && { error })}
      />
    </div>
  );
}
