import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { dayOf, daysBetween, useToday } from "./days.ts";

/** Short form of a time: the hour today, 'yesterday', else the day. */
export function When({ at, className }: { at: string; className?: string }) {
  const t = useText();
  const format = useFormat();
  const days = daysBetween(dayOf(at), useToday());
  const text = days <= 0 ? format.date(at, "time") : days === 1 ? t("messages.yesterday") : format.date(at);
  return (
    <time dateTime={at} title={format.date(at, "moment")} {...(className !== undefined && { className })}>
      {text}
    </time>
  );
}

/** Heading of a day in a conversation. */
export function useDayName(): (day: string) => string {
  const t = useText();
  const format = useFormat();
  const today = useToday();
  return (day) => {
    const days = daysBetween(day, today);
    if (days === 0) return t("messages.today");
    return days === 1 ? t("messages.yesterday") : format.date(`${day}T12:00:00`, "long");
  };
}
