import { type DateValue, parseDate } from "@internationalized/date";
import { X } from "lucide-react";
import { useState } from "react";
import { DatePicker } from "react-aria-components/DatePicker";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "./bare-icon-button.tsx";
import { cx } from "./classes.ts";
import { DatePickerBox } from "./date-picker-box.tsx";
import { FieldLabel, type FieldTexts, fieldColumn } from "./field.tsx";

export interface DateFieldProps extends FieldTexts {
  /** A calendar day, `2026-11-21`; null while empty. No time zone shifts it. */
  value: string | null;
  onChange: (day: string | null) => void;
  isDisabled?: boolean;
  className?: string;
}

function read(day: string | null): DateValue | null {
  try {
    return day === null ? null : parseDate(day);
  } catch {
    return null;
  }
}

/** A day, typed segment by segment or picked from a calendar, and cleared by its button. */
export function DateField({
  label,
  hint,
  error,
  isRequired = false,
  value,
  onChange,
  isDisabled = false,
  className,
}: DateFieldProps) {
  const t = useText();
  // A year is typed digit by digit: the 2 of 2026 is not a year yet.
  const [typed, setTyped] = useState<DateValue | null>(null);
  return (
    <DatePicker
      granularity="day"
      shouldForceLeadingZeros
      value={typed ?? read(value)}
      onChange={(next) => {
        const isWhole = next === null || next.year >= 1900;
        setTyped(isWhole ? null : next);
        if (isWhole) onChange(next === null ? null : next.toString());
      }}
      onBlur={() => setTyped(null)}
      isRequired={isRequired}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={cx(fieldColumn, "outline-none", className)}
    >
      <span className="flex items-center justify-between">
        <FieldLabel label={label} isRequired={isRequired} />
        {value !== null && !isDisabled && (
          <BareIconButton
            icon={X}
            size="sm"
            label={`${t("common.clear")}: ${label}`}
            onPress={() => onChange(null)}
            className="-my-1.5"
          />
        )}
      </span>
      <DatePickerBox label={label} error={error} {...(hint !== undefined && { hint })} />
    </DatePicker>
  );
}
