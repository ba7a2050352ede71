import type { Notification } from "#contract/notifications.ts";
import type { Formatter } from "#web/lib/format.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** Notifications of one day in the reader's time zone, with its label. */
export interface Day {
  readonly name: string;
  readonly items: readonly Notification[];
}

/** Grouped by day, in the given order. */
export function byDay(
  items: readonly Notification[],
  format: Formatter,
  t: Translate,
  now = new Date(),
): readonly Day[] {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const days = Map.groupBy(items, ({ created_at }) => format.date(created_at, "long"));
  return [...days].map(([date, items]) => ({
    items,
    name:
      date === format.date(now, "long")
        ? t("notifications.day.today")
        : date === format.date(yesterday, "long")
          ? t("notifications.day.yesterday")
          : date,
  }));
}
