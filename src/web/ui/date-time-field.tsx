import {
  type DateValue,
  getLocalTimeZone,
  now,
  parseAbsolute,
  toCalendarDate,
  toCalendarDateTime,
  today,
} from "@internationalized/date";
import { CalendarDays } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { DateInput, DatePicker, DateSegment } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Group } from "react-aria-components/Group";
import { Popover } from "react-aria-components/Popover";
import { useText } from "#web/lib/use-text.ts";
import { CalendarGridOfMonth } from "./calendar.tsx";
import { controlHeight, cx, fieldBox, floating, floatingMotion } from "./classes.ts";
import { FieldLabel, FieldNotes, type FieldTexts, fieldColumn } from "./field.tsx";
import { Icon } from "./icon.tsx";

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
  const t = useText();
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
      <Group className={cx(fieldBox, controlHeight, "flex items-center gap-2 pe-1")}>
        {/* A flex container would order the segments by itself and turn 09:46 into 46:9 in Arabic. */}
        <DateInput
          data-tabular
          className="block min-w-0 flex-1 overflow-x-auto whitespace-nowrap outline-none [scrollbar-width:none]"
        >
          {(segment) => (
            <DateSegment
              segment={segment}
              className="inline rounded-sm px-0.5 tabular-nums caret-transparent outline-none placeholder:text-ink-faint focused:bg-accent focused:text-white type-literal:px-0 type-literal:text-ink-muted"
            />
          )}
        </DateInput>
        <Button
          aria-label={t("common.open_calendar")}
          className="hit-area flex size-7 shrink-0 items-center justify-center rounded-sm text-ink-muted hovered:bg-hover hovered:text-ink"
        >
          <Icon of={CalendarDays} size="sm" />
        </Button>
      </Group>
      <FieldNotes error={error} {...(hint !== undefined && { hint })} />
      <Popover className={cx(floating, floatingMotion, "p-3")}>
        <Dialog className="outline-none" aria-label={label}>
          <CalendarGridOfMonth />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
