import { useId } from "react";
import { dayOf } from "#web/lib/day.ts";
import { languageOfPage, localeOf } from "#web/lib/locale.ts";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "../classes.ts";
import { PlainLabel, PlainNotes } from "./plain-label.tsx";

export interface PlainDayProps {
  label: string;
  /** A calendar day, `2026-11-21`; null while there is none. */
  value: string | null;
  onChange: (day: string | null) => void;
  error?: string | undefined;
}

const written = (day: string) =>
  dayOf(day).toLocaleDateString(localeOf(languageOfPage()), {
    day: "numeric",
    month: "short",
    year: "numeric",
  });

/**
 * The native date control. Until it is edited, the day is written as everywhere else: the browser's own format follows
 * the browser's language, not the page's.
 */
export function PlainDay({ label, value, onChange, error }: PlainDayProps) {
  const t = useText();
  const id = useId();
  const isInvalid = error !== undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <PlainLabel htmlFor={id} isRequired={false}>
        {label}
      </PlainLabel>
      <div className="group relative">
        <input
          id={id}
          type="date"
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? `${id}error` : undefined}
          // Chrome lays it out by its own language, with the button where an Arabic page has its text.
          className={cx(
            fieldBox,
            controlHeight,
            "relative not-focus:text-transparent rtl:[&::-webkit-calendar-picker-indicator]:absolute rtl:[&::-webkit-calendar-picker-indicator]:left-3",
            isInvalid && "border-bad",
          )}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 start-3 flex items-center group-focus-within:hidden"
        >
          {value === null ? t("common.none_selected") : written(value)}
        </span>
      </div>
      <PlainNotes id={id} error={error} />
    </div>
  );
}
