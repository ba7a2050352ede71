import { useId } from "react";
import { cx, fieldBox } from "../classes.ts";
import { PlainLabel, PlainNotes } from "./plain-label.tsx";

export interface PlainAreaProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  maxLength?: number;
  error?: string | undefined;
}

/** Multi-line text field with its label above. */
export function PlainArea({ label, value, onChange, rows = 4, maxLength, error }: PlainAreaProps) {
  const id = useId();
  const isInvalid = error !== undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <PlainLabel htmlFor={id} isRequired={false}>
        {label}
      </PlainLabel>
      <textarea
        id={id}
        rows={rows}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}error` : undefined}
        className={cx(fieldBox, "resize-y py-2", isInvalid && "border-bad")}
      />
      <PlainNotes id={id} error={error} />
    </div>
  );
}
