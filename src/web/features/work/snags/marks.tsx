import { CalendarClock } from "lucide-react";
import type { SnagPriority, SnagStatus } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";
import { useFormat } from "#web/lib/format.ts";
import { priorityBars, snagStatusStyles } from "#web/lib/snag-status-style.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ShapeMark } from "#web/ui/shape-mark.tsx";
import { softTone, textTone } from "#web/ui/tone.ts";
import { dayAsInstant, today } from "./days.ts";

/** Status of a snag, by colour and by shape. A text is beside it, or in the accessible name of its container. */
export function StatusMark({ status, className }: { status: SnagStatus; className?: string }) {
  return <ShapeMark look={snagStatusStyles[status]} {...(className !== undefined && { className })} />;
}

export function StatusChip({ status, className }: { status: SnagStatus; className?: string }) {
  const t = useText();
  return (
    <span
      className={cx(
        "inline-flex h-6 max-w-full items-center gap-1.5 rounded-full ps-1 pe-2.5 text-xs font-strong whitespace-nowrap",
        softTone[snagStatusStyles[status].tone],
        className,
      )}
    >
      <StatusMark status={status} className="size-4" />
      <span className="truncate">{t(`snags.statuses.${status}`)}</span>
    </span>
  );
}

const heights = ["h-1.5", "h-2.5", "h-3.5"] as const;

/** Signal bars: the more, the more urgent; critical is red and labelled. */
export function PriorityMark({ priority, isNamed = true }: { priority: SnagPriority; isNamed?: boolean }) {
  const t = useText();
  const bars = priorityBars[priority];
  const word = t(`snags.priorities.${priority}`);
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5",
        bars > 3 ? "font-strong text-bad-text" : "text-ink-muted",
      )}
      {...(!isNamed && { title: word })}
    >
      <span aria-hidden dir="ltr" className="flex h-3.5 items-end gap-0.5">
        {heights.map((height, at) => (
          <span
            key={height}
            className={cx(
              "w-1 rounded-sm",
              height,
              at < bars ? (bars > 3 ? "bg-bad" : "bg-ink-muted") : "bg-press",
            )}
          />
        ))}
      </span>
      <span className={isNamed ? "" : "sr-only"}>{word}</span>
    </span>
  );
}

/** The due date; an overdue one says so in words. */
export function DueMark({
  snag,
  isShort = false,
  className,
}: {
  snag: Snag;
  /** Without the year, where space is short and it is the current year. */
  isShort?: boolean;
  className?: string;
}) {
  const t = useText();
  const format = useFormat();
  if (snag.due_date === null) return null;
  const isToday = !snag.is_overdue && snag.status !== "closed" && snag.due_date === today();
  const isThisYear = snag.due_date.slice(0, 4) === today().slice(0, 4);
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 whitespace-nowrap tabular-nums",
        snag.is_overdue ? cx("font-strong", textTone.bad) : isToday ? textTone.warn : "text-ink-muted",
        className,
      )}
    >
      <Icon of={CalendarClock} size="sm" className="size-3.5" />
      <time dateTime={snag.due_date}>
        {format.date(dayAsInstant(snag.due_date), isShort && isThisYear ? "day" : "date")}
      </time>
      {snag.is_overdue && <span>· {t("snags.overdue_mark")}</span>}
      {isToday && <span className="sr-only">{t("snags.due_today")}</span>}
    </span>
  );
}

/** Location as text: the room of a visit, or the floor plan; with the project where several are shown together. */
export function usePlaceOf(): (snag: Snag) => string {
  const t = useText();
  return ({ room, sheet }) => room || sheet || t("snags.no_place");
}
