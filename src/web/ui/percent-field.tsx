import { NumberField } from "./number-field.tsx";
import { Slider } from "./slider.tsx";

export interface PercentFieldProps {
  readonly label: string;
  /** Accessible name of the number, where both inputs are read in sequence; the label by default. */
  readonly figureLabel?: string;
  /** 0 to 100. */
  readonly value: number;
  readonly onChange: (percent: number) => void;
  readonly error?: string;
}

/** A percentage: a slider for touch, and a number field for exact input. */
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
