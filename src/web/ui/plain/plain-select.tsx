import { ChevronDown } from "lucide-react";
import { type RefObject, useId } from "react";
import { controlHeight, cx, fieldBox } from "../classes.ts";
import { Icon } from "../icon.tsx";
import { PlainLabel, PlainNotes } from "./plain-label.tsx";

export interface PlainSelectProps {
  label: string;
  name?: string;
  autoComplete?: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { readonly value: string; readonly label: string }[];
  /** Shown while nothing is selected; without one the first option is. */
  placeholder?: string;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  error?: string | undefined;
  isRequired?: boolean;
  inputRef?: RefObject<HTMLSelectElement | null>;
}

/** Selects one of many with the device's native list, which is the best one on a phone. */
export function PlainSelect({
  label,
  name,
  autoComplete,
  value,
  onChange,
  options,
  placeholder,
  error,
  isRequired = false,
  isLabelHidden = false,
  inputRef,
}: PlainSelectProps) {
  const id = useId();
  const isInvalid = error !== undefined;
  return (
    <div className="flex flex-col gap-1.5">
      {!isLabelHidden && (
        <PlainLabel htmlFor={id} isRequired={isRequired}>
          {label}
        </PlainLabel>
      )}
      <div className="relative">
        <select
          id={id}
          name={name}
          autoComplete={autoComplete}
          ref={inputRef}
          aria-label={isLabelHidden ? label : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-required={isRequired || undefined}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? `${id}error` : undefined}
          className={cx(
            fieldBox,
            controlHeight,
            "appearance-none truncate pe-9",
            value === "" && "text-ink-muted",
            isInvalid && "border-bad",
          )}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          of={ChevronDown}
          size="sm"
          className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-muted"
        />
      </div>
      <PlainNotes id={id} error={error} />
    </div>
  );
}
