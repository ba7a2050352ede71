import {
  type DateValue,
  getLocalTimeZone,
  now,
  parseAbsolute,
  toCalendarDate,
  toCalendarDateTime,
  today,
} from "@internationalized/date";
import { useState } from "react";
import { DatePicker } from "react-aria-components/DatePicker";
import { cx } from "./classes.ts";
import { DatePickerBox } from "./date-picker-box.tsx";
import { FieldLabel, type FieldTexts, fieldColumn } from "./field.tsx";

export interface DateTimeFieldProps extends FieldTexts {
  /** An instant, ISO 8601; null while empty. Shown in the reader's time zone, seconds are :00. */
  value: string | null;
  onChange: (instant: string | null) => void;
  onBlur?: () => void;
  /**
   * Days later than today cannot be picked, and a typed one is not passed on: on blur the field restores the previous
   * value. A later time of today is left to the form to refuse.
   */
  isPastOnly?: boolean;
  isDisabled?: boolean;
  className?: string;
}

const zone = () => getLocalTimeZone();

function read(instant: string | null): DateValue | null {
  if (instant === null || Number.isNaN(Date.parse(instant))) return null;
  return toCalendarDateTime(parseAbsolute(new Date(instant).toISOString(), zone()));
}

/** Date and time of day, typed segment by segment or picked from a calendar; both work by keyboard alone. */
export function DateTimeField({
  label,
  hint,
  error,
  isRequired = false,
  value,
  onChange,
  onBlur,
  isPastOnly = false,
  isDisabled = false,
  className,
}: DateTimeFieldProps) {
  // While it is typed segment by segment, a value may temporarily be in the future.
  const [ahead, setAhead] = useState<DateValue | null>(null);
  const take = (next: DateValue | null): void => {
    const isAhead = isPastOnly && next !== null && toCalendarDate(next).compare(today(zone())) > 0;
    setAhead(isAhead ? next : null);
    if (!isAhead) onChange(next === null ? null : next.toDate(zone()).toISOString());
  };
  return (
    <DatePicker
      granularity="minute"
      hourCycle={24}
      shouldForceLeadingZeros
      hideTimeZone
      value={ahead ?? read(value)}
      onChange={take}
      onBlur={() => {
        setAhead(null);
        onBlur?.();
      }}
      isRequired={isRequired}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      shouldCloseOnSelect={false}
      {...(isPastOnly && {
        maxValue: toCalendarDateTime(now(zone())).set({ hour: 23, minute: 59, second: 59 }),
      })}
      className={cx(fieldColumn, "outline-none", className)}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <DatePickerBox label={label} error={error} {...(hint !== undefined && { hint })} />
    </DatePicker>
  );
}
