import { CalendarDays } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { DateInput, DateSegment } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Group } from "react-aria-components/Group";
import { Popover } from "react-aria-components/Popover";
import { useText } from "#web/lib/use-text.ts";
import { CalendarGridOfMonth } from "./calendar.tsx";
import { controlHeight, cx, fieldBox, floating, floatingMotion } from "./classes.ts";
import { FieldNotes, type FieldTexts } from "./field.tsx";
import { Icon } from "./icon.tsx";

/** The content of a date picker: the input segments, and the calendar popover. */
export function DatePickerBox({ label, hint, error }: Omit<FieldTexts, "isRequired">) {
  const t = useText();
  return (
    <>
      <Group className={cx(fieldBox, controlHeight, "flex items-center gap-2 pe-1")}>
        {/* A flex container would order the segments itself and turn 09:46 into 46:9 in Arabic. */}
        <DateInput
          data-tabular
          className="block min-w-0 flex-1 overflow-x-auto whitespace-nowrap outline-none [scrollbar-width:none]"
        >
          {(segment) => (
            <DateSegment
              segment={segment}
              className="inline rounded-sm px-0.5 tabular-nums caret-transparent outline-none placeholder:text-ink-faint focus:bg-accent focus:text-white type-literal:px-0 type-literal:text-ink-muted"
            />
          )}
        </DateInput>
        <Button
          aria-label={t("common.open_calendar")}
          className="hit-area flex size-7 shrink-0 items-center justify-center rounded-sm text-ink-muted hover:bg-hover hover:text-ink"
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
    </>
  );
}
