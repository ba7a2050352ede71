import { useId } from "react";
import { localeOf } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { FilterChip } from "./filter-chips.tsx";

export interface WeekdayChipsProps {
  label: string;
  hint?: string;
  /** 0 is Sunday. */
  days: readonly number[];
  error: string | undefined;
  onChange: (days: number[]) => void;
}

/** Selects days of the week, in the order of the week from Sunday. */
export function WeekdayChips({ label, hint, days, error, onChange }: WeekdayChipsProps) {
  const id = useId();
  const language = useLanguage();
  const name = new Intl.DateTimeFormat(localeOf(language), { weekday: "short", timeZone: "UTC" });
  // 2 January 2000 was a Sunday.
  const nameOf = (day: number) => name.format(Date.UTC(2000, 0, 2 + day));
  return (
    <fieldset aria-labelledby={id} className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-strong">
        {label}
      </span>
      <div className="flex flex-wrap gap-1.5">
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <FilterChip
            key={day}
            label={nameOf(day)}
            isOn={days.includes(day)}
            onChange={(isOn) =>
              onChange(
                isOn
                  ? [...days, day].toSorted((one, other) => one - other)
                  : days.filter((other) => other !== day),
              )
            }
          />
        ))}
      </div>
      {hint !== undefined && error === undefined && <span className="text-xs text-ink-muted">{hint}</span>}
      <span role="alert" className="text-xs text-bad-text empty:hidden">
        {error}
      </span>
    </fieldset>
  );
}
