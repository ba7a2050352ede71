import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { localeOf } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { type Day, dayText, shiftDay } from "./site-clock.ts";

export interface DayCalendarProps {
  days: readonly { readonly day: Day; readonly stills: number }[];
  chosen: Day;
  onChoose: (day: Day) => void;
}

const firstOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

function shiftMonth(first: Day, by: number): Day {
  const [year = 0, month = 1] = first.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

/** A month of days; those with pictures can be pressed, and are darker the more there are. */
export function DayCalendar({ days, chosen, onChoose }: DayCalendarProps) {
  const t = useText();
  const language = useLanguage();
  const [turned, setTurned] = useState<{ month: Day; of: Day } | null>(null);
  // Selecting a day elsewhere shows its month; manual paging lasts until then.
  const month = turned?.of === chosen ? turned.month : firstOf(chosen);
  const counts = new Map(days.map(({ day, stills }) => [day, stills]));
  const most = Math.max(1, ...counts.values());
  const known = [...counts.keys()].toSorted();
  const [first, last] = [known[0] ?? chosen, known.at(-1) ?? chosen];
  const locale = localeOf(language);
  const title = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "narrow", timeZone: "UTC" });
  const number = new Intl.NumberFormat(locale);
  // Weeks begin on Sunday, as they do on sites in the Gulf and in the schedule's own count.
  const before = new Date(`${month}T00:00:00Z`).getUTCDay();
  const length = (Date.parse(shiftMonth(month, 1)) - Date.parse(month)) / 86_400_000;
  const turn = (by: number) => setTurned({ month: shiftMonth(month, by), of: chosen });

  return (
    <fieldset aria-label={t("cctv.stills.calendar")} className="mx-auto w-full max-w-80">
      <div className="mb-1 flex items-center justify-between">
        <IconButton
          icon={ChevronLeft}
          points
          size="sm"
          label={t("cctv.stills.previous_month")}
          isDisabled={month <= firstOf(first)}
          onPress={() => turn(-1)}
          className="touch:size-11"
        />
        <span aria-live="polite" className="text-sm font-strong">
          {title.format(new Date(`${month}T00:00:00Z`))}
        </span>
        <IconButton
          icon={ChevronRight}
          points
          size="sm"
          label={t("cctv.stills.next_month")}
          isDisabled={month >= firstOf(last)}
          onPress={() => turn(1)}
          className="touch:size-11"
        />
      </div>
      <div className="grid grid-cols-7 gap-0.5 text-center text-sm tabular-nums">
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <span key={day} aria-hidden className="py-1 text-xs text-ink-muted">
            {weekday.format(Date.UTC(2000, 0, 2 + day))}
          </span>
        ))}
        {Array.from({ length }, (_, index) => {
          const day = shiftDay(month, index);
          const count = counts.get(day) ?? 0;
          return (
            <button
              key={day}
              type="button"
              disabled={count === 0}
              aria-pressed={day === chosen}
              aria-label={t("cctv.stills.day_label", { day: dayText(day, language), count })}
              onClick={() => onChoose(day)}
              style={index === 0 ? { gridColumnStart: before + 1 } : undefined}
              className={cx(
                "relative flex h-9 items-center justify-center rounded-md transition-colors touch:h-11",
                count === 0 && "text-ink-faint",
                count > 0 && day !== chosen && "text-ink hover:bg-hover",
                day === chosen && "bg-accent font-strong text-white",
              )}
            >
              {number.format(index + 1)}
              {count > 0 && (
                <span
                  aria-hidden
                  className={cx(
                    "absolute bottom-1 h-0.5 rounded-full",
                    day === chosen ? "bg-white" : "bg-accent-text",
                  )}
                  style={{ inlineSize: `${0.25 + 0.75 * (count / most)}rem` }}
                />
              )}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
