import { CalendarClock } from "lucide-react";
import type { AnswerSnag } from "#contract/crews.answers.ts";
import type { CrewLanguage } from "#contract/crews.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { written } from "./texts.ts";

/** Whole days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

type Dated = Pick<AnswerSnag, "due_date" | "is_overdue" | "status">;

/** The due date in words; an overdue one says by how much. */
export function dueText(snag: Dated, today: string, language: CrewLanguage, t: Translate): string {
  const { due_date, is_overdue, status } = snag;
  if (due_date === null) return t("crews.answer.due.none");
  const late = daysBetween(due_date, today);
  if (is_overdue && late > 0) return t("crews.answer.due.overdue", { count: late });
  if (late === 0 && status !== "closed") return t("crews.answer.due.today");
  return t("crews.answer.due.on", { date: written(due_date, language) });
}

interface DueProps {
  snag: Dated;
  today: string;
  language: CrewLanguage;
}

export function Due({ snag, today, language }: DueProps) {
  const t = useText();
  const isToday = snag.due_date === today && snag.status !== "closed";
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5",
        snag.is_overdue
          ? "font-strong text-bad-text"
          : isToday
            ? "font-strong text-warn-text"
            : "text-ink-muted",
      )}
    >
      <Icon of={CalendarClock} size="sm" />
      {snag.due_date === null ? (
        dueText(snag, today, language, t)
      ) : (
        <time dateTime={snag.due_date}>{dueText(snag, today, language, t)}</time>
      )}
    </span>
  );
}
