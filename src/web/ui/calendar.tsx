import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import { Heading } from "react-aria-components/Heading";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { iconButtonClass } from "./icon-button.tsx";

/** One month to select a day from; used inside a date picker, which owns its value. */
export function CalendarGridOfMonth() {
  return (
    <Calendar className="w-fit">
      <header className="mb-2 flex items-center justify-between gap-2">
        <Button slot="previous" className={cx(iconButtonClass, "size-8")}>
          <Icon of={ChevronLeft} points />
        </Button>
        <Heading className="text-sm font-strong" />
        <Button slot="next" className={cx(iconButtonClass, "size-8")}>
          <Icon of={ChevronRight} points />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="narrow" className="border-spacing-0">
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="size-9 text-xs font-normal text-ink-muted">
              {day}
            </CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className="flex size-9 cursor-default items-center justify-center rounded-md text-sm tabular-nums outside-month:hidden hover:bg-hover pressed:bg-press selected:bg-accent selected:text-white disabled:text-ink-faint disabled:opacity-50 touch:size-11"
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
