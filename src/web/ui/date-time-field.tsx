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
   * A day later than today cannot be picked, and one that is typed is not handed on: when the field is left it shows
   * what it was before. A later time of today is the form's to refuse.
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

/** Date and time of day, typed segment by segment or picked from a calendar; either way the keyboard is enough. */
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
  // What is typed segment by segment may lie in the future on its way to a day that does not.
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
      className={cx(fieldColumn, className)}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <DatePickerBox label={label} error={error} {...(hint !== undefined && { hint })} />
    </DatePicker>
  );
}
