import type { Language } from "#contract/languages.ts";
import type { OwnerReportSettings } from "#contract/owner-reports.ts";
import { localeOf } from "#web/lib/format.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** Sunday to Saturday. */
export function weekdayNames(language: Language): string[] {
  const name = new Intl.DateTimeFormat(localeOf(language), { weekday: "long", timeZone: "UTC" });
  // 2 January 2000 was a Sunday.
  return [0, 1, 2, 3, 4, 5, 6].map((day) => name.format(Date.UTC(2000, 0, 2 + day)));
}

/** `07:00`, in Western digits as everywhere. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** When the report is sent. */
export function scheduleText(settings: OwnerReportSettings, t: Translate, language: Language): string {
  const { is_on, period, weekday, month_day, hour } = settings;
  if (period === "manual") return t("owner_reports.screen.by_hand");
  if (!is_on) return t("owner_reports.screen.is_off");
  const time = hourText(hour);
  return period === "weekly"
    ? t("owner_reports.screen.weekly_on", { day: weekdayNames(language)[weekday] ?? "", time })
    : t("owner_reports.screen.monthly_on", { day: month_day, time });
}

/** Two days, without what they have in common. Days are dates, not instants. */
export function periodText(from: string, to: string, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" });
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  return from === to ? format.format(at(from)) : format.formatRange(at(from), at(to));
}

/** An instant by the clock of the project, as its schedule is; by that of the device where the browser does not know the zone. */
export function momentText(at: string, timeZone: string, language: Language): string {
  const written = { dateStyle: "medium", timeStyle: "short" } as const;
  const date = new Date(at);
  try {
    return new Intl.DateTimeFormat(localeOf(language), { ...written, timeZone }).format(date);
  } catch {
    return new Intl.DateTimeFormat(localeOf(language), written).format(date);
  }
}
